import type { DateTime } from 'luxon';

/** The values that the service takes for a time zone, spelled as it spells them. */
export const TIME_ZONES = [
	'Africa/Cairo',
	'Africa/Johannesburg',
	'Africa/Tripoli',
	'Africa/Tunis',
	'America/Anchorage',
	'America/Bogota',
	'America/Buenos_Aires',
	'America/Chicago',
	'America/Denver',
	'America/Edmonton',
	'America/Godthab',
	'America/Halifax',
	'America/Indianapolis',
	'America/La_Paz',
	'America/Los_Angeles',
	'America/Mexico_City',
	'America/New_York',
	'America/Noronha',
	'America/Phoenix',
	'America/Sao_Paulo',
	'America/St_Johns',
	'America/Vancouver',
	'America/Winnipeg',
	'Asia/Baku',
	'Asia/Bangkok',
	'Asia/Calcutta',
	'Asia/Dacca',
	'Asia/Dubai',
	'Asia/Hong_Kong',
	'Asia/Jakarta',
	'Asia/Jerusalem',
	'Asia/Katmandu',
	'Asia/Kuala_Lumpur',
	'Asia/Macao',
	'Asia/Magadan',
	'Asia/Manila',
	'Asia/Rangoon',
	'Asia/Riyadh',
	'Asia/Saigon',
	'Asia/Seoul',
	'Asia/Shanghai',
	'Asia/Singapore',
	'Asia/Taipei',
	'Asia/Tbilisi',
	'Asia/Tokyo',
	'Asia/Yakutsk',
	'Atlantic/Cape_Verde',
	'Australia/Adelaide',
	'Australia/Brisbane',
	'Australia/Broken_Hill',
	'Australia/Darwin',
	'Australia/Eucla',
	'Australia/Hobart',
	'Australia/Lindeman',
	'Australia/Lord_Howe',
	'Australia/Melbourne',
	'Australia/Perth',
	'Australia/Sydney',
	'Europe/Amsterdam',
	'Europe/Athens',
	'Europe/Belgrade',
	'Europe/Berlin',
	'Europe/Brussels',
	'Europe/Bucharest',
	'Europe/Budapest',
	'Europe/Copenhagen',
	'Europe/Dublin',
	'Europe/Helsinki',
	'Europe/Istanbul',
	'Europe/Lisbon',
	'Europe/London',
	'Europe/Madrid',
	'Europe/Malta',
	'Europe/Minsk',
	'Europe/Monaco',
	'Europe/Moscow',
	'Europe/Oslo',
	'Europe/Paris',
	'Europe/Prague',
	'Europe/Riga',
	'Europe/Rome',
	'Europe/Stockholm',
	'Europe/Vienna',
	'Europe/Warsaw',
	'Europe/Zurich',
	'GMT',
	'Pacific/Auckland',
	'Pacific/Honolulu',
	'Pacific/Norfolk',
	'Pacific/Pago_Pago',
] as const;

export type TimeZone = (typeof TIME_ZONES)[number];

export const isServiceTimeZone = (zone: string): zone is TimeZone =>
	(TIME_ZONES as readonly string[]).includes(zone);

/** One name for all that a zone is called: Asia/Kolkata is what the service calls Asia/Calcutta. */
function canonical(zone: string): string | undefined {
	try {
		const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions();
		return /^(Etc\/)?(UTC|GMT|UCT|Zulu|Greenwich|Universal)$/.test(timeZone) ? 'UTC' : timeZone;
	} catch {
		return undefined;
	}
}

/** What the service calls a zone; undefined where it has none that is the same. */
export function serviceTimeZone(zone: string): TimeZone | undefined {
	if (isServiceTimeZone(zone)) return zone;
	const wanted = canonical(zone);
	return TIME_ZONES.find((known) => wanted !== undefined && canonical(known) === wanted);
}

/** The zones of the service whose clocks show the same time, in summer and in winter; else just now. */
export function nearestTimeZones(zone: string, at: DateTime): TimeZone[] {
	const halfYearLater = at.plus({ months: 6 });
	const offset = (name: string, when: DateTime) => when.setZone(name).offset;
	const now = TIME_ZONES.filter((known) => offset(known, at) === offset(zone, at));
	const always = now.filter(
		(known) => offset(known, halfYearLater) === offset(zone, halfYearLater),
	);
	return (always.length > 0 ? always : now).slice(0, 3);
}

/** "Europe/Berlin (UTC+01:00)": the offset is the one in force at the given moment. */
export const timeZoneLabel = (zone: string, at: DateTime): string =>
	`${zone} (UTC${at.setZone(zone).toFormat('ZZ')})`;
