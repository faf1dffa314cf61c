import type { INodePropertyOptions } from 'n8n-workflow';

import { CATALOGUE_FIELDS } from '../catalogue/fields';
import { editorMethod } from '../node/editor';

/** Asked for when the list is opened: in the description of the node they would be loaded with every workflow. */
export const getCatalogueColumns = editorMethod(async (): Promise<INodePropertyOptions[]> =>
	CATALOGUE_FIELDS.map(({ label, value }) => ({ name: label, value })),
);
