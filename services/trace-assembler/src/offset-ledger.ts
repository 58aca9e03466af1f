/**
 * Which records of the one partition are behind the snapshot. A commit may only go up to the first record whose round
 * is not assembled yet: after a crash that record must come again.
 */
export interface OffsetLedger {
  add(offset: bigint, round: number): void;
  /** The last offset of the longest prefix whose rounds are all done, or undefined when there is nothing new. */
  takeDone(isDone: (round: number) => boolean): bigint | undefined;
  /** Offsets of the records of rounds that are not done, ascending. */
  offsetsOf(rounds: ReadonlySet<number>): readonly bigint[];
  clear(): void;
  readonly size: number;
}

export function createOffsetLedger(): OffsetLedger {
  let waiting: { readonly offset: bigint; readonly round: number }[] = [];
  return {
    add(offset, round) {
      waiting.push({ offset, round });
    },
    takeDone(isDone) {
      const firstOpen = waiting.findIndex(({ round }) => !isDone(round));
      const doneCount = firstOpen === -1 ? waiting.length : firstOpen;
      const done = waiting[doneCount - 1]?.offset;
      waiting = waiting.slice(doneCount);
      return done;
    },
    offsetsOf: (rounds) => waiting.filter(({ round }) => rounds.has(round)).map(({ offset }) => offset),
    clear() {
      waiting = [];
    },
    get size() {
      return waiting.length;
    },
  };
}
