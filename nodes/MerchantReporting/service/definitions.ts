import { found, type Transport } from '../../shared/transport';

/** A column that a type of report can have; `id` is what a report asks for. */
export interface Attribute {
	id?: string;
	name?: string;
	description?: string;
	default?: boolean;
	required?: boolean;
}

/** A type of report as the service describes it. It misspells its own name, which is read either way. */
export interface ReportDefinition {
	type?: string;
	reportDefinitionId?: number | string;
	reportDefinitionName?: string;
	reportDefintionName?: string;
	supportedFormats?: string[];
	description?: string;
	subscriptionType?: string;
	attributes?: Attribute[];
}

export const nameOf = (definition: ReportDefinition): string =>
	definition.reportDefinitionName ?? definition.reportDefintionName ?? '';

export const wireNameOf = ({ id, name }: Attribute): string => id ?? name ?? '';

const PATH = ['reporting', 'v3', 'report-definitions'] as const;

export const listDefinitions = async (
	transport: Transport,
	organizationId: string,
	query: { subscriptionType?: string } = {},
): Promise<ReportDefinition[]> => {
	const body = found(
		await transport.json<{ reportDefinitions?: ReportDefinition[] } | undefined>({
			operation: 'Get report definitions',
			method: 'GET',
			path: PATH,
			query,
			organizationId,
		}),
	);
	return body?.reportDefinitions ?? [];
};

export const getDefinition = async (
	transport: Transport,
	name: string,
	organizationId: string,
	query: { download?: boolean; reportMimeType?: string; subscriptionType?: string } = {},
): Promise<ReportDefinition> =>
	found(
		await transport.json<ReportDefinition | undefined>({
			operation: `Get report definition "${name}"`,
			method: 'GET',
			path: [...PATH, name],
			query,
			organizationId,
		}),
	) ?? {};
