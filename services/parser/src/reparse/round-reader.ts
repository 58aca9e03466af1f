import type { EventRecord } from '@tonriver/events';

/** The records of a round in `raw-blocks`, in the order of its blocks. */
export type RoundRecords = readonly EventRecord[];

/** Reads rounds again that were indexed before. */
export interface RoundReader {
  /** Fast when rounds are asked for in ascending order. Undefined when this reader does not have the whole round. */
  read(seqno: number): Promise<RoundRecords | undefined>;
}
