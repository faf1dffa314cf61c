import { moving, TRANSITIONS } from './moves';

export const cancel = moving(TRANSITIONS.cancel, {
	name: 'Cancel',
	action: 'Cancel invoice',
	description: 'Cancel an invoice on which nothing has been paid',
	subtitle: 'Cancel Invoice',
});
