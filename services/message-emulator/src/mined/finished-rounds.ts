/** The rounds whose traces readers have as finished ones. */
export interface FinishedRounds {
  /** The newest one, for the newest reader; -1 while none is known. */
  readonly newest: number;
  /** The newest one that readers had some time ago: also those who are behind others. -1 while none is known. */
  readonly newestForAll: number;
  note(newest: number, nowMs: number): void;
}

/**
 * How long readers may be behind others, and how long their answers may take: one that was begun before a trace was a
 * finished one does not have it.
 */
const BEHIND_MS_MAX = 10_000;

export function createFinishedRounds(): FinishedRounds {
  /** What was noted and not all readers have yet, the oldest first. */
  let noted: readonly { readonly seqno: number; readonly atMs: number }[] = [];
  let [newest, newestForAll] = [-1, -1];
  return {
    get newest() {
      return newest;
    },
    get newestForAll() {
      return newestForAll;
    },
    note(seqno, nowMs) {
      if (seqno > newest) noted = [...noted, { seqno, atMs: nowMs }];
      newest = Math.max(newest, seqno);
      newestForAll = noted.findLast(({ atMs }) => nowMs - atMs >= BEHIND_MS_MAX)?.seqno ?? newestForAll;
      noted = noted.filter((one) => one.seqno > newestForAll);
    },
  };
}
