/** "Total", "Grand total:", "Records: 3", "End of report", and no name that begins so: "Total-77", "Records Ltd". */
const END_MARK =
	/^(?:[*=-]+ ?)?(?:(?:(?:grand|sub)[ -]?)?totals?(?: (?:amount|count|sales|refunds|credits|debits|fees|chargebacks|deposits|(?:number of )?(?:records|rows|transactions)))?(?: \([a-z]{3}\))?|sum|summary|trailer|eof|end of (?:the )?(?:\w+ )?(?:report|file|data|records|rows|transactions)|count|(?:number of )?(?:records|rows|transactions)|(?:record|row|transaction) count)(?: ?[:=]\s*|\s+|(?=\.?$))[\d.,]*[*=-]*$/i;

/** "Total USD" and "Fee total", also in other languages, but "Total Fitness" too. */
export const MAY_BE_TOTAL =
	/(?<![\p{L}-])(?:(?:sub)?totals?|totaal|totale|sum|summe|somme|suma|gesamt|gesamtsumme|insgesamt|celkem|итого|合計|net|balance)(?![\p{L}\p{N}-])/iu;

/** Whether a line that begins so adds up others, or says that they end. `currency`: its own. */
export const isTotalLabel = (text: string, currency: string): boolean =>
	END_MARK.test(text.endsWith(` ${currency}`) ? text.slice(0, -1 - currency.length) : text);
