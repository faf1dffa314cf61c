import { readingsOf, SPOT_NAMES, SPOTS, type SpotName } from '../../../sandbox/dialects/table';
import { ANSWER_CHECKS } from './checks/answers';
import { INVOICE_CHECKS } from './checks/invoices';
import { LIST_CHECKS } from './checks/lists';
import { REPORT_CHECKS } from './checks/reports';
import { TIME_CHECKS } from './checks/time';
import { VALUE_CHECKS } from './checks/values';
import { type Check, Stage } from './stage';

const CHECKS: Partial<Record<SpotName, Record<string, Check>>> = {
	...LIST_CHECKS,
	...VALUE_CHECKS,
	...ANSWER_CHECKS,
	...TIME_CHECKS,
	...REPORT_CHECKS,
	...INVOICE_CHECKS,
};

describe.each(SPOT_NAMES)('%s', (name) => {
	it.each(readingsOf(name))('%s', async (reading) => {
		const check = CHECKS[name]?.[reading];
		if (!check) throw new Error(`No check shows what ${name}=${reading} does.`);
		const stage = await Stage.open({ [name]: reading });
		try {
			await check(stage);
		} finally {
			await stage.sandbox.stop();
		}
	});

	it('names its usual reading, its source and the effect of each reading', () => {
		const { usual, source, question, readings } = SPOTS[name];
		expect(Object.keys(readings)).toContain(usual);
		expect(source).toMatch(/^(README|beyond-the-spec|reporting-service|invoicing-service)\.md, /);
		expect(question).toMatch(/\?$/);
		expect(Object.values(readings).every((effect) => /^[A-Z0-9`].*\.$/.test(effect))).toBe(true);
		expect(Object.keys(readings).length).toBeGreaterThan(1);
	});
});
