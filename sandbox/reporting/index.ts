import type { Part } from '../sandbox';
import { reportingControl } from './control';
import { conversionDetails } from './onDemand/conversionDetails';
import { netFundings } from './onDemand/netFundings';
import { paymentBatchSummaries } from './onDemand/paymentBatchSummaries';
import { purchaseRefundDetails } from './onDemand/purchaseRefundDetails';
import { beginQuarter } from './quarter';
import { definitionRoutes } from './routes/definitions';
import { reportRoutes } from './routes/reports';
import { subscriptionRoutes } from './routes/subscriptions';
import type { ReportingService } from './service';

const ROUTES = [
	definitionRoutes,
	subscriptionRoutes,
	reportRoutes,
	conversionDetails,
	purchaseRefundDetails,
	netFundings,
	paymentBatchSummaries,
];

export function reportingPart(service: ReportingService): Part {
	return {
		service: (app) => ROUTES.forEach((add) => add(app, service)),
		control: (app) => reportingControl(app, service),
		seedQuarter: () => beginQuarter(service),
	};
}
