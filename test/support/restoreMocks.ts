// Not restoreMocks of jest, which waits for the next test of the same file: the next file has the same globals.
afterEach(() => jest.restoreAllMocks());
