export { contentFields } from './fields';
export { readContentChoices } from './choices';
export type { ContentChoices } from './choices';
export { handOver } from './handOver';
export type { ReportSource, ReportStream } from './source';
