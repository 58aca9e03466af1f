import type { RequiredRows, VisibleRounds } from '../visibility/required-rows.ts';

/** For tests without a store: no row is required. */
export const nothingRequired: RequiredRows = { requiredOf: async () => [], checkMissing: async () => undefined };

/** All rounds are visible, and there is no range. */
export const everyRoundVisible: VisibleRounds = { range: undefined, indexedSeqno: 2 ** 31 };
