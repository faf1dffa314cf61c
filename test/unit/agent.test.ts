import type { IDataObject } from 'n8n-workflow';
import { isPersonalField, runMaskedForAgent } from '../../nodes/shared/node/agent';

it('an agent does not see in any field who somebody is', () => {
	const hidden = [
		...['firstName', 'lastName', 'BillTo.MiddleName', 'full_name', 'company_name', 'customerName'],
		...['customerInformation.name', 'billTo.name', 'shipToName', 'Cardholder Name', 'userName'],
		...['recipientName', 'PassengerName', 'accountName', 'hostName', 'billTo.nameSuffix'],
		...['customerId', 'passengerId', 'personalId', 'taxId', 'email', 'emailAddress', 'phone2'],
		...['phoneNumber', 'address', 'addressLine1', 'street', 'zip', 'zipCode', 'postalCode'],
		...['dateOfBirth', 'paymentLink'],
	];
	expect(hidden.filter((name) => !isPersonalField(name))).toEqual([]);
	const shown = ['productName', 'reportName', 'city', 'invoiceNumber', 'requestId', 'merchantId'];
	expect(shown.filter(isPersonalField)).toEqual([]);
});

/** In an n8n that does not say that an agent runs the node. */
async function masked(json: IDataObject): Promise<IDataObject> {
	const context = {
		getNode: () => ({ type: 'merchantInvoicingTool', parameters: {} }),
		getNodeParameter: () => false,
		getInputData: () => [],
	} as unknown as Parameters<typeof runMaskedForAgent>[0];
	const [[item]] = await runMaskedForAgent(
		context,
		async () => await Promise.resolve([[{ json }]]),
	);
	return item.json;
}

it('an agent sees no part of a name that begins with another', async () => {
	const names = { firstName: 'Ann', lastName: 'Lee', companyName: 'Ann Lee Shoes' };
	expect(await masked({ ...names, note: 'For Ann Lee Shoes, to Ann' })).toMatchObject({
		companyName: 'A**',
		note: 'For A**, to A**',
	});
});

it('an agent does not see who somebody is where that is a number', async () => {
	expect(await masked({ phone: 5550100200, zip: 94105, count: 3 })).toEqual({
		...{ phone: '5**', zip: '9**', count: 3 },
	});
});
