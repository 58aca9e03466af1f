import type { RequiredRows, VisibleRounds } from '../reading/required-rows.ts';

/** For tests of what stands above the store: nothing has to be there. */
export const nothingRequired: RequiredRows = { requiredOf: async () => [], checkMissing: async () => undefined };

/** Every round may be seen, and nothing is known of a range. */
export const everyRoundVisible: VisibleRounds = { range: undefined, indexedSeqno: 2 ** 31 };
