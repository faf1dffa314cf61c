import type { DateTime } from 'luxon';

/** The time zones of the service, except GMT. */
const CITIES = {
	Africa: 'Cairo Johannesburg Tripoli Tunis',
	America: [
		'Anchorage Bogota Buenos_Aires Chicago Denver Edmonton Godthab Halifax Indianapolis',
		'La_Paz Los_Angeles Mexico_City New_York Noronha Phoenix Sao_Paulo St_Johns Vancouver',
		'Winnipeg',
	].join(' '),
	Asia: [
		'Baku Bangkok Calcutta Dacca Dubai Hong_Kong Jakarta Jerusalem Katmandu Kuala_Lumpur',
		'Macao Magadan Manila Rangoon Riyadh Saigon Seoul Shanghai Singapore Taipei Tbilisi Tokyo',
		'Yakutsk',
	].join(' '),
	Atlantic: 'Cape_Verde',
	Australia: [
		'Adelaide Brisbane Broken_Hill Darwin Eucla Hobart Lindeman Lord_Howe Melbourne Perth',
		'Sydney',
	].join(' '),
	Europe: [
		'Amsterdam Athens Belgrade Berlin Brussels Bucharest Budapest Copenhagen Dublin Helsinki',
		'Istanbul Lisbon London Madrid Malta Minsk Monaco Moscow Oslo Paris Prague Riga Rome',
		'Stockholm Vienna Warsaw Zurich',
	].join(' '),
	Pacific: 'Auckland Honolulu Norfolk Pago_Pago',
};

/** Other names that people look for. */
const OTHER_NAMES: Readonly<Partial<Record<string, string>>> = {
	'America/Chicago': 'Central Time',
	'America/Denver': 'Mountain Time',
	'America/Godthab': 'Nuuk',
	'America/Los_Angeles': 'Pacific Time',
	'America/New_York': 'Eastern Time',
	'Asia/Calcutta': 'Kolkata, India',
	'Asia/Dacca': 'Dhaka',
	'Asia/Katmandu': 'Kathmandu',
	'Asia/Macao': 'Macau',
	'Asia/Rangoon': 'Yangon',
	'Asia/Saigon': 'Ho Chi Minh City',
	GMT: 'UTC',
};

export const TIME_ZONES: readonly string[] = [
	...Object.entries(CITIES).flatMap(([area, cities]) =>
		cities.split(' ').map((city) => `${area}/${city}`),
	),
	'GMT',
];

/** A zone can have several names: the service calls Asia/Kolkata Asia/Calcutta. */
function canonical(zone: string): string | undefined {
	try {
		const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions();
		return /^(Etc\/)?(UTC|GMT|UCT|Zulu|Greenwich|Universal)$/.test(timeZone) ? 'UTC' : timeZone;
	} catch {
		return undefined;
	}
}

export function findServiceTimeZone(zone: string): string | undefined {
	if (TIME_ZONES.includes(zone)) return zone;
	const wanted = canonical(zone);
	return TIME_ZONES.find((known) => wanted !== undefined && canonical(known) === wanted);
}

/** "America/New York (UTC-05:00)". The offset depends on the date. */
export const formatZoneWithOffset = (zone: string, at: DateTime): string =>
	`${zone.replaceAll('_', ' ')} (UTC${at.setZone(zone).toFormat('ZZ')})`;

/** With other names to search for: "America/New York (UTC-05:00), Eastern Time". */
export const timeZoneLabel = (zone: string, at: DateTime): string =>
	[formatZoneWithOffset(zone, at), OTHER_NAMES[zone]].filter(Boolean).join(', ');
