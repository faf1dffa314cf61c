import {
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	ManualExecutionCancelledError,
	NodeApiError,
	type NodeExecutionHint,
	NodeOperationError,
} from 'n8n-workflow';

import { firstOf, Refusal, shortened } from '../problem';
import { secretsOfRun } from '../transport/secrets';
import { ServiceFailure } from '../transport/serviceFailure';
import { withoutNothing } from './output';

type NodeError = NodeApiError | NodeOperationError;

/** What n8n gives the node for a run. Whatever is said of an error leaves out the secrets of that run. */
interface RunContext {
	getNode(): INode;
}

/** The one place where what went wrong becomes an error as n8n wants it; `itemIndex` is the input it belongs to. */
export function toNodeError(context: RunContext, error: unknown, itemIndex?: number): NodeError {
	const made = nodeErrorOf(context, error, itemIndex);
	made.message = avoidCanceledWord(made.message);
	return made;
}

/** What n8n takes for a stop by the user, once there was one: any other error would end the execution as failed. */
export const stopOf = (
	context: Pick<IExecuteFunctions, 'getExecutionCancelSignal' | 'getExecutionId'>,
): Error | undefined =>
	context.getExecutionCancelSignal()?.aborted === true
		? new ManualExecutionCancelledError(context.getExecutionId())
		: undefined;

/** The editor shows descriptions and hints as HTML, and the service may have written a part of them. */
export const asHtml = (text: string): string =>
	text.replace(/&(?=#?\w+;)/g, '&amp;').replaceAll('<', '&lt;');

/** n8n shows an execution as Canceled, and not as an error, if it finds this word in the message. */
export const avoidCanceledWord = (message: string): string =>
	message.replaceAll('canceled', 'CANCELED');

function nodeErrorOf(context: RunContext, error: unknown, itemIndex?: number): NodeError {
	const node = context.getNode();
	const { hide } = secretsOfRun(context);
	if (error instanceof ServiceFailure) return apiError(node, error, itemIndex);
	if (error instanceof Refusal) {
		const { problems } = error;
		const texts = error.texts.map(hide);
		const advice = asHtml(hide(error.advice ?? ''));
		// Without a field to change it is not the configuration that is wrong, but a report, say.
		const isOfField = problems.some(({ field }) => field !== '');
		return new NodeOperationError(
			node,
			texts.length === 1 ? texts[0] : `${texts.length} problems`,
			{
				description: texts.length === 1 ? advice : htmlList(texts) + advice,
				itemIndex,
				failure: isOfField ? { cause: 'configuration-invalid' } : undefined,
			},
		);
	}
	const made = asNodeError(node, error, hide, itemIndex);
	made.description = asHtml(made.description ?? '');
	return made;
}

function asNodeError(
	node: INode,
	error: unknown,
	hide: (text: string) => string,
	itemIndex?: number,
): NodeError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		if (itemIndex !== undefined) error.context.itemIndex ??= itemIndex;
		return error;
	}
	const cause = error instanceof Error ? error : new Error(String(error));
	const message = shortened(hide(cause.message));
	return new NodeOperationError(node, message === cause.message ? cause : message, { itemIndex });
}

/** One line each, in the HTML of the editor. */
export const htmlList = (texts: readonly string[]): string =>
	`<ul>${firstOf(texts)
		.map((text) => `<li>${asHtml(text)}</li>`)
		.join('')}</ul>`;

function apiError(node: INode, failure: ServiceFailure, itemIndex?: number): NodeApiError {
	const { message, description, status, serviceError } = failure;
	const error = new NodeApiError(
		node,
		{},
		{
			message,
			description: asHtml(description),
			httpCode: status?.toString(),
			itemIndex,
			failure: failure.failure,
		},
	);
	// n8n replaces a message in which it finds a system error's code, even inside another word.
	error.message = message;
	error.messages = [];
	error.context.operation = failure.operation;
	if (status !== undefined) error.context.status = status;
	if (serviceError.reason !== undefined) error.context.reason = serviceError.reason;
	if (failure.outcomeUnknown) error.context.outcomeUnknown = true;
	return error;
}

const MOST_DETAILS = 100;

/**
 * What is known of a failure, as data for an error item. `changes`: whether the action changes something at the
 * service, so that it matters whether it did.
 */
export function errorDetails(context: RunContext, error: unknown, changes: boolean): IDataObject {
	const outcome = (name: Refusal['outcome']) => (changes ? name : undefined);
	if (error instanceof ServiceFailure) {
		const { status, serviceError, outcomeUnknown } = error;
		return withoutNothing({
			outcome: outcome(outcomeUnknown ? 'unknown' : 'failed'),
			httpStatus: status,
			reason: serviceError.reason,
			details: serviceError.details,
		});
	}
	if (!(error instanceof Refusal)) return withoutNothing({ outcome: outcome('unknown') });
	const { hide } = secretsOfRun(context);
	const details = error.problems
		.slice(0, MOST_DETAILS)
		.map(({ field, row, line, message }) =>
			withoutNothing({ field: field || undefined, row, line, reason: hide(message) }),
		);
	return withoutNothing({ outcome: outcome(error.outcome), details });
}

/** The words of an error outside the editor: no HTML, all problems in the message. */
export function plainTextError(
	context: RunContext,
	error: unknown,
	itemIndex?: number,
): { message: string; description?: string | null } {
	if (error instanceof ServiceFailure) return error;
	if (!(error instanceof Refusal)) return toNodeError(context, error, itemIndex);
	const { hide } = secretsOfRun(context);
	return { message: hide(error.message), description: hide(error.advice ?? '') };
}

type HintContext = Pick<IExecuteFunctions, 'addExecutionHints'> &
	Partial<Pick<IExecuteFunctions, 'getInputData'>>;

const asSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** Shows a text above the output. Warnings of many rows are shown as one, which can be opened. */
export function showHint(
	context: HintContext,
	message: string,
	more: Pick<NodeExecutionHint, 'type'> = {},
): void {
	const rows = context.getInputData?.().length ?? 1;
	const isInfo = more.type === 'info';
	context.addExecutionHints({
		message: asHtml(asSentence(shortened(secretsOfRun(context).hide(message)))),
		type: 'warning',
		location: 'outputPane',
		...(rows > 1 && !isInfo ? { group: { key: 'warnings', summary: '{count} warnings' } } : {}),
		...more,
	});
}
