export { columnNamesOf, fieldsOfColumn, kindOfColumn } from './columns';
export { definitionLabel, REPORT_DEFINITIONS, type ReportDefinitionName } from './definitions';
export type { FieldGroup } from './fieldGroup';
export { FIELD_KINDS, type FieldKind } from './fieldKinds';
export { CATALOGUE_FIELDS, FIELD_GROUPS, toWireNames, type CatalogueField } from './fields';
export { GIFT_CARD_COLUMNS } from './giftCard';
export { inWords } from './inWords';
export { looseName } from './looseName';
export { isServiceTimeZone, timeZoneLabel, TIME_ZONES, type TimeZone } from './timeZones';
