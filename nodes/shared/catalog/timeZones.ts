import type { DateTime } from 'luxon';

/**
 * The values that the service takes for a time zone, spelled as it spells them, and by what else people look
 * for each: the country, the city as it is written today.
 */
const PLACES: Readonly<Record<string, string>> = {
	'Africa/Cairo': 'Egypt',
	'Africa/Johannesburg': 'South Africa',
	'Africa/Tripoli': 'Libya',
	'Africa/Tunis': 'Tunisia',
	'America/Anchorage': 'Alaska, United States',
	'America/Bogota': 'Colombia, Peru, Ecuador',
	'America/Buenos_Aires': 'Buenos Aires, Argentina',
	'America/Chicago': 'Central Time, United States',
	'America/Denver': 'Mountain Time, United States',
	'America/Edmonton': 'Calgary, Alberta, Canada',
	'America/Godthab': 'Nuuk, Greenland',
	'America/Halifax': 'Atlantic Time, Canada',
	'America/Indianapolis': 'Indiana, United States',
	'America/La_Paz': 'La Paz, Bolivia',
	'America/Los_Angeles': 'Los Angeles, San Francisco, Pacific Time, United States',
	'America/Mexico_City': 'Mexico City, Mexico',
	'America/New_York': 'New York, Washington, Boston, Eastern Time, United States',
	'America/Noronha': 'Fernando de Noronha, Brazil',
	'America/Phoenix': 'Arizona, United States',
	'America/Sao_Paulo': 'São Paulo, Sao Paulo, Rio de Janeiro, Brasilia, Brazil',
	'America/St_Johns': "St. John's, St Johns, Newfoundland, Canada",
	'America/Vancouver': 'Pacific Time, Canada',
	'America/Winnipeg': 'Manitoba, Central Time, Canada',
	'Asia/Baku': 'Azerbaijan',
	'Asia/Bangkok': 'Thailand',
	'Asia/Calcutta': 'Kolkata, Mumbai, New Delhi, India',
	'Asia/Dacca': 'Dhaka, Bangladesh',
	'Asia/Dubai': 'Abu Dhabi, United Arab Emirates',
	'Asia/Hong_Kong': 'Hong Kong',
	'Asia/Jakarta': 'Indonesia',
	'Asia/Jerusalem': 'Tel Aviv, Israel',
	'Asia/Katmandu': 'Kathmandu, Nepal',
	'Asia/Kuala_Lumpur': 'Kuala Lumpur, Malaysia',
	'Asia/Macao': 'Macau',
	'Asia/Magadan': 'Russia',
	'Asia/Manila': 'Philippines',
	'Asia/Rangoon': 'Yangon, Myanmar, Burma',
	'Asia/Riyadh': 'Saudi Arabia, Kuwait',
	'Asia/Saigon': 'Ho Chi Minh City, Hanoi, Vietnam',
	'Asia/Seoul': 'South Korea',
	'Asia/Shanghai': 'Beijing, China',
	'Asia/Singapore': '',
	'Asia/Taipei': 'Taiwan',
	'Asia/Tbilisi': 'Georgia',
	'Asia/Tokyo': 'Japan',
	'Asia/Yakutsk': 'Russia',
	'Atlantic/Cape_Verde': 'Cape Verde, Cabo Verde',
	'Australia/Adelaide': 'South Australia',
	'Australia/Brisbane': 'Queensland',
	'Australia/Broken_Hill': 'Broken Hill, New South Wales',
	'Australia/Darwin': 'Northern Territory',
	'Australia/Eucla': 'Western Australia',
	'Australia/Hobart': 'Tasmania',
	'Australia/Lindeman': 'Queensland',
	'Australia/Lord_Howe': 'Lord Howe Island',
	'Australia/Melbourne': 'Victoria',
	'Australia/Perth': 'Western Australia',
	'Australia/Sydney': 'Canberra, New South Wales',
	'Europe/Amsterdam': 'Netherlands',
	'Europe/Athens': 'Greece',
	'Europe/Belgrade': 'Serbia',
	'Europe/Berlin': 'Germany',
	'Europe/Brussels': 'Belgium',
	'Europe/Bucharest': 'Romania',
	'Europe/Budapest': 'Hungary',
	'Europe/Copenhagen': 'Denmark',
	'Europe/Dublin': 'Ireland',
	'Europe/Helsinki': 'Finland',
	'Europe/Istanbul': 'Turkey, Türkiye',
	'Europe/Lisbon': 'Portugal',
	'Europe/London': 'United Kingdom, England, Scotland, Wales',
	'Europe/Madrid': 'Spain',
	'Europe/Malta': '',
	'Europe/Minsk': 'Belarus',
	'Europe/Monaco': '',
	'Europe/Moscow': 'Russia',
	'Europe/Oslo': 'Norway',
	'Europe/Paris': 'France',
	'Europe/Prague': 'Czech Republic, Czechia',
	'Europe/Riga': 'Latvia',
	'Europe/Rome': 'Italy',
	'Europe/Stockholm': 'Sweden',
	'Europe/Vienna': 'Austria',
	'Europe/Warsaw': 'Poland',
	'Europe/Zurich': 'Zürich, Switzerland',
	GMT: 'UTC, Greenwich Mean Time',
	'Pacific/Auckland': 'New Zealand',
	'Pacific/Honolulu': 'Hawaii, United States',
	'Pacific/Norfolk': 'Norfolk Island',
	'Pacific/Pago_Pago': 'Pago Pago, American Samoa',
};

export const TIME_ZONES: readonly string[] = Object.keys(PLACES);

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

/** "Europe/Berlin (UTC+01:00)": the offset is the one in force at the given moment. */
export const zoneWithOffset = (zone: string, at: DateTime): string =>
	`${zone} (UTC${at.setZone(zone).toFormat('ZZ')})`;

/** The same with its places, to be found by: "Europe/Berlin (UTC+01:00), Germany". */
export const timeZoneLabel = (zone: string, at: DateTime): string =>
	[zoneWithOffset(zone, at), PLACES[zone]].filter(Boolean).join(', ');
