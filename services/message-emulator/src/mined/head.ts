import type { StateReader, VisibleRounds } from '@tonriver/chain-reader';

/** The newest round that is looked at: its states are known, so that what no block has can be emulated after it. */
export interface Head extends VisibleRounds {
  readonly range: NonNullable<VisibleRounds['range']>;
}

/** Returns what reads the head, and reads it again when it is older than this. Undefined while nothing is indexed. */
export function createHead(
  { range: readRange }: Pick<StateReader, 'range'>,
  ageMsMax: number,
  nowMs: () => number,
): () => Promise<Head | undefined> {
  let head: Head | undefined;
  let readAtMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (nowMs() - readAtMs < ageMsMax) return head;
    const range = await readRange();
    readAtMs = nowMs();
    if (range === undefined) return undefined;
    const { firstSeqno, resolvedSeqno: lastSeqno } = range;
    // One replica may be behind another. What was seen stays.
    if (lastSeqno >= (head?.indexedSeqno ?? 0)) {
      head = { range: { firstSeqno, lastSeqno }, indexedSeqno: lastSeqno };
    }
    return head;
  };
}
