/**
 * The names that a gift card field has as a CSV column, by naming convention. Kept as the specification
 * lists them, the one SOAPI name that it gives to two fields included.
 */
export const GIFT_CARD_COLUMNS = {
	'Current Balance': { SOAPI: 'giftCard_currentBalance', SCMP: 'gift_card_current_balance' },
	'Previous Balance': { SOAPI: 'giftCard_previousBalance', SCMP: 'gift_card_previous_balance' },
	'Redemption Type': { SOAPI: 'giftCard_previousBalance', SCMP: 'gift_card_redemption_type' },
} as const;
