import type { Bytes } from '../bytes';
import type { ReadChoices } from '../choices';
import type { RowSink } from '../rowSink';
import { XmlRows } from './xmlRows';

export type XmlChoices = Pick<ReadChoices, 'rowElement' | 'repeated' | 'wrapperAttributes'>;

/** Elements outside the rows that hold something, and how many of each there are. */
export type LeftOut = ReadonlyMap<string, number>;

/** Reads an XML report to its end, or until the sink has enough. */
export async function readXml(bytes: Bytes, choices: XmlChoices, sink: RowSink): Promise<LeftOut> {
	const reader = new XmlRows(choices, sink);
	try {
		for await (const chunk of bytes) {
			if (!reader.take(chunk)) return reader.leftOut;
		}
		reader.finish();
	} catch (error) {
		throw reader.placed(error);
	}
	return reader.leftOut;
}
