import type { ActionsSeqno } from '@tonriver/chain-reader';

/** The rounds whose traces readers have as finished ones; -1 while none is known. */
export interface FinishedRounds {
  /** The newest one that a reader can have now. */
  readonly newest: number;
  /** The newest one that all gateways have had for some time. */
  readonly newestOfAll: number;
  /** @param actions up to where traces are classified now; undefined: it is not known */
  note(actions: Pick<ActionsSeqno, 'rangeSeqno' | 'lastSeqno'> | undefined, nowMs: number): void;
}

/**
 * How long gateways may be behind others, and how long their answers may take: one that was begun before a trace was a
 * finished one does not have it.
 */
const BEHIND_MS_MAX = 10_000;

interface Look {
  readonly seqno: number;
  readonly atMs: number;
}

export function createFinishedRounds(): FinishedRounds {
  let [range, newest, newestOfAll] = [-1, -1, -1];
  /** What not all gateways have had for long enough, the oldest first. */
  let looks: readonly Look[] = [];
  const forget = (): void => {
    [newest, newestOfAll, looks] = [-1, -1, []];
  };
  return {
    get newest() {
      return newest;
    },
    get newestOfAll() {
      return newestOfAll;
    },
    note(actions, nowMs) {
      // What was classified in another range is classified again.
      if (actions === undefined || actions.rangeSeqno !== range) forget();
      if (actions === undefined) return;
      range = actions.rangeSeqno;
      if (actions.lastSeqno > newest) looks = [...looks, { seqno: actions.lastSeqno, atMs: nowMs }];
      newest = Math.max(newest, actions.lastSeqno);
      newestOfAll = looks.findLast(({ atMs }) => nowMs - atMs >= BEHIND_MS_MAX)?.seqno ?? newestOfAll;
      looks = looks.filter(({ seqno }) => seqno > newestOfAll);
    },
  };
}
