import 'reflect-metadata';
import { WorkflowExecute } from 'n8n-core';

type Start = Parameters<WorkflowExecute['run']>[0];
type OldRun = (
	workflow: Start['workflow'],
	startNode?: Start['startNode'],
) => ReturnType<WorkflowExecute['run']>;

/** The oldest engine takes apart what newer ones take as one object; hosts see the difference, nodes do not. */
const run = Reflect.get(WorkflowExecute.prototype, 'run') as unknown as OldRun;
WorkflowExecute.prototype.run = function ({ workflow, startNode }) {
	return run.call(this, workflow, startNode);
};
// The package serves the next test file too.
afterAll(() => void Object.assign(WorkflowExecute.prototype, { run }));
