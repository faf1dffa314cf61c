import { type FieldProblem, Refusal } from '../refusal';

export function validationErrors(details: readonly FieldProblem[]): Refusal {
	const said = details.map(({ field, reason }) => `${field} ${reason}`).join('; ');
	return new Refusal(400, 'VALIDATION_ERRORS', `Invalid request: ${said}.`, details);
}

export function actionNotAllowed(message: string, details: readonly FieldProblem[] = []): Refusal {
	return new Refusal(400, 'ACTION_NOT_ALLOWED', message, details);
}

export function duplicateRecord(invoiceNumber: string): Refusal {
	return new Refusal(400, 'DUPLICATE_RECORD', `Invoice number ${invoiceNumber} is taken.`, [
		{ field: 'invoiceInformation.invoiceNumber', reason: 'must be unique' },
	]);
}

export function invalidImage(reason: string): Refusal {
	const details = [{ field: 'invoiceSettingsInformation.merchantLogo', reason }];
	return new Refusal(400, 'INVALID_IMAGE', `The logo ${reason}.`, details);
}

export function invoiceNotFound(invoiceNumber: string): Refusal {
	return new Refusal(404, 'NOTFOUND', `There is no invoice ${invoiceNumber}.`);
}
