import type { MakePart } from '../sandbox';

export const makeReporting: MakePart = () => ({
	service: (app) => {
		app.get('/reporting/v3/report-definitions', () => ({ reportDefinitions: [] }));
	},
});
