export { REPORT_DEFINITIONS, type ReportDefinitionName } from './definitions';
export type { FieldGroup } from './fieldGroup';
export { CATALOGUE_FIELDS, FIELD_GROUPS, toWireNames, type CatalogueField } from './fields';
export { GIFT_CARD_COLUMNS } from './giftCard';
export { isServiceTimeZone, timeZoneLabel, TIME_ZONES, type TimeZone } from './timeZones';
