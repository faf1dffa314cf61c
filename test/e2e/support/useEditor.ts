import { Window } from './browser';
import { Editor } from './editor';
import { Instance } from './instance';

interface Session {
	instance: Instance;
	window: Window;
	editor: Editor;
}

/** One n8n and one window for the tests of a file. `prepare`: done before anyone looks. */
export function useEditor(
	name: string,
	prepare?: (instance: Instance) => Promise<unknown>,
	size?: Parameters<typeof Window.open>[0],
): Session {
	const session = {} as Session;
	beforeAll(async () => {
		const instance = await Instance.start(name);
		await prepare?.(instance);
		const window = await Window.open(size);
		const editor = new Editor(window.page, instance.address);
		Object.assign(session, { instance, window, editor });
		await editor.logIn();
		window.errors.length = 0;
	});
	afterAll(async () => {
		await session.window.picture(`${name} last`);
		await session.window.close();
		await session.instance.stop();
	});
	return session;
}

export function expectNothingWrong(session: Session): void {
	test('nothing went wrong in the browser or in n8n on our account', async () => {
		const { window, instance } = session;
		expect(window.errors).toEqual([]);
		expect(await instance.ourErrors()).toEqual([]);
	});
}
