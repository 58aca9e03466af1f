import type { Promises, Seen } from '../reading/promises.ts';

/** For tests of what stands above the store: nothing has to be there. */
export const noPromises: Promises = { promised: async () => [], checkMissing: async () => undefined };

/** Everything is seen, and nothing is known of a range. */
export const everythingSeen: Seen = { range: undefined, indexedSeqno: 2 ** 31 };
