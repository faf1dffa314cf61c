export { readDay, readMoment, type Moment, type MomentInput } from './moment';
export {
	offsetText,
	resolvePeriod,
	splitPeriod,
	utcText,
	type Checked,
	type Period,
	type PeriodChoice,
	type Preset,
} from './period';
