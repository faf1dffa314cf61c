type Attributes = ReadonlyArray<readonly [name: string, text: string]>;

interface Wrapper {
	local: string;
	/** By the name that they have as columns: Batch.BatchID. */
	attributes: Attributes;
	hasRows: boolean;
	hasText: boolean;
}

/** The elements around the rows that are open. */
export class Wrappers {
	/** Whether any text stands outside of rows. */
	hasText = false;
	/** What each row within the open elements has of them. */
	attributes: Attributes = [];
	private readonly open: Wrapper[] = [];

	/** `leftOut`: to count those in that hold something but no row. */
	constructor(private readonly leftOut: Map<string, number>) {}

	enter(local: string, attributes: Attributes): void {
		this.open.push({
			local,
			attributes: attributes.map(([name, text]) => [`${local}.${name}`, text]),
			hasRows: false,
			hasText: false,
		});
		this.attributes = this.carried;
	}

	leave(): void {
		const wrapper = this.open.pop();
		this.attributes = this.carried;
		const isRoot = this.open.length === 0;
		if (wrapper === undefined || isRoot) return;
		const { attributes, hasRows, hasText } = wrapper;
		if (!hasText && (hasRows || attributes.length === 0)) return;
		this.leftOut.set(wrapper.local, (this.leftOut.get(wrapper.local) ?? 0) + 1);
	}

	/** False outside of the root element, where no text may stand. */
	addText(): boolean {
		const wrapper = this.open.at(-1);
		if (wrapper === undefined) return false;
		wrapper.hasText = true;
		this.hasText = true;
		return true;
	}

	addRow(): void {
		for (const wrapper of this.open) wrapper.hasRows = true;
	}

	/** Those of the root describe the report, not its rows. */
	private get carried(): Attributes {
		return this.open.slice(1).flatMap(({ attributes }) => attributes);
	}
}
