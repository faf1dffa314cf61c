import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { MerchantApi } from '../../../credentials/MerchantApi.credentials';
import { MerchantOAuth2Api } from '../../../credentials/MerchantOAuth2Api.credentials';
import { MerchantInvoicing } from '../../../nodes/MerchantInvoicing/MerchantInvoicing.node';
import { MerchantReporting } from '../../../nodes/MerchantReporting/MerchantReporting.node';
import { MerchantServicesTrigger } from '../../../nodes/MerchantServicesTrigger/MerchantServicesTrigger.node';

const FORMS: Array<[string, INodeProperties[]]> = [
	['Merchant Reporting', new MerchantReporting().description.properties],
	['Merchant Invoicing', new MerchantInvoicing().description.properties],
	['Merchant Services Trigger', new MerchantServicesTrigger().description.properties],
	['Merchant API', new MerchantApi().properties],
	['Merchant OAuth2 API', new MerchantOAuth2Api().properties],
];

/** camelCase or dotted, as the service writes its fields; SCREAMING, as it writes its values. */
const WIRE_NAME = /^[a-z]+[A-Z]|\w\.\w|^[A-Z]+_[A-Z_]+$/;

type Part = INodeProperties | INodePropertyOptions | INodePropertyCollection;

/** Everything that the editor writes on the screen for a form, also what is folded away. */
function* shown(parts: Part[]): Generator<string> {
	for (const part of parts) {
		yield 'displayName' in part ? part.displayName : part.name;
		if ('options' in part) yield* shown(part.options as Part[]);
		if ('values' in part) yield* shown(part.values);
		if ('modes' in part) for (const { displayName } of part.modes ?? []) yield displayName;
	}
}

describe('the form of', () => {
	it.each(FORMS)('%s shows no wire name where a person has a word', (_name, properties) => {
		const texts = [...shown(properties)].filter((text) => text !== '');
		expect(texts.length).toBeGreaterThan(5);
		expect(texts.filter((text) => WIRE_NAME.test(text))).toEqual([]);
	});
});
