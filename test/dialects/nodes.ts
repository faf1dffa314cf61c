import { MerchantInvoicing } from '../../nodes/MerchantInvoicing/MerchantInvoicing.node';
import { MerchantReporting } from '../../nodes/MerchantReporting/MerchantReporting.node';
import { MerchantServicesTrigger } from '../../nodes/MerchantServicesTrigger/MerchantServicesTrigger.node';
import type { Nodes } from './world';

export const nodes: Nodes = {
	invoicing: new MerchantInvoicing(),
	reporting: new MerchantReporting(),
	trigger: new MerchantServicesTrigger(),
};
