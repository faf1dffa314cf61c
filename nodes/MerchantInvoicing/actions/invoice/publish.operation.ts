import { moving, TRANSITIONS } from './moves';

export const publish = moving(TRANSITIONS.publish, {
	name: 'Publish',
	action: 'Publish invoice',
	description: 'Publish a draft without an email, to share its payment link yourself',
	subtitle: 'Publish Invoice',
});
