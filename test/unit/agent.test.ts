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

it.each([
	['mail ann.lee+x%y_z-1@shop-1.example.co.uk now', 'mail a**@shop-1.example.co.uk now'],
	['from 192.168.100.254: ok', 'from 1**: ok'],
	['from 10.0.0.1 and +1 (555) 010-0200', 'from 1** and +**'],
	['call +49 170 1234567 or +12345678', 'call +** or +**2'],
	['1.2.3.4.5, +1234567, +1234567890123456, 1000.2.3.4, a@b', ''],
])('an agent does not see in a text who somebody is: %s', async (note, shown) => {
	expect(await masked({ note })).toEqual({ note: shown || note });
});

it('an agent does not see a name in a text, whatever characters it has', async () => {
	const companyName = 'A.B. (C) [D] {E} $F ^G *H +I ?J |K \\L';
	const note = `For ${companyName}, for Alphabet and Al`;
	expect(await masked({ companyName, firstName: 'Al', lastName: 'Alp', note })).toEqual({
		...{ companyName: 'A**', firstName: 'A**', lastName: 'A**' },
		note: 'For A**, for Alphabet and Al',
	});
});

it('an agent tells customers apart, of whom it sees a letter and a domain', async () => {
	const emails = ['ann@x.com', 'abe@x.com', 'bob@x.com', 'amy@y.com', 'ann@x.com', ''];
	const rows = emails.map((email) => ({ email }));
	const shown = ['a**@x.com', 'a**2@x.com', 'b**@x.com', 'a**@y.com', 'a**@x.com', ''];
	expect(await masked({ rows })).toEqual({ rows: shown.map((email) => ({ email })) });
});
