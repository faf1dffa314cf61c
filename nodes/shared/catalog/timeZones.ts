import type { DateTime } from 'luxon';

/** The time zones that the service takes, spelled as it spells them. */
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

export const TIME_ZONES: readonly string[] = [
	'GMT',
	...Object.entries(CITIES).flatMap(([region, cities]) =>
		cities.split(' ').map((city) => `${region}/${city}`),
	),
].sort();

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
export function serviceTimeZone(zone: string): string | undefined {
	if (TIME_ZONES.includes(zone)) return zone;
	const wanted = canonical(zone);
	return TIME_ZONES.find((known) => wanted !== undefined && canonical(known) === wanted);
}

/** "Europe/Berlin (UTC+01:00), Central European Time": the offset is the one in force at the given moment. */
export function timeZoneLabel(zone: string, at: DateTime): string {
	const offset = `UTC${at.setZone(zone).toFormat('ZZ')}`;
	const name = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' })
		.formatToParts(at.toMillis())
		.find(({ type }) => type === 'timeZoneName')?.value;
	// A person looks for New York, and not for New_York.
	const city = zone.includes('_') ? zone.slice(zone.indexOf('/') + 1).replaceAll('_', ' ') : '';
	const isNamed = name?.startsWith('GMT') === false;
	return [`${zone} (${offset})`, city, isNamed && name].filter(Boolean).join(', ');
}
