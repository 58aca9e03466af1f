import type { EventLog, LogRecord } from './event-log.ts';

/** Records of one partition to read again. */
export interface WantedRecords {
  readonly topic: string;
  readonly partition: number;
  /** In any order. */
  readonly offsets: readonly bigint[];
}

/** Records that lie no farther apart are read in one call, with those between them. */
const GAP_MAX = 16n;
const RECORDS_PER_READ_MAX = 256n;

/** Reads single records again, neighbours in one call. Leaves out records that the log has removed. */
export async function readRecords(
  log: Pick<EventLog, 'readRange'>,
  { topic, partition, offsets }: WantedRecords,
): Promise<readonly LogRecord[]> {
  const wanted = new Set(offsets);
  const found: LogRecord[] = [];
  for (const { first, last } of spansOf([...wanted].toSorted((left, right) => (left < right ? -1 : 1)))) {
    let next = first;
    while (next <= last) {
      const records = await log.readRange(topic, partition, next, Number(last - next) + 1);
      found.push(...records.filter(({ offset }) => wanted.has(offset)));
      const end = records.at(-1)?.offset;
      if (end === undefined) break;
      next = end + 1n;
    }
  }
  return found;
}

interface Span {
  readonly first: bigint;
  last: bigint;
}

function spansOf(ascending: readonly bigint[]): readonly Span[] {
  const spans: Span[] = [];
  for (const offset of ascending) {
    const span = spans.at(-1);
    if (span !== undefined && offset - span.last <= GAP_MAX && offset - span.first < RECORDS_PER_READ_MAX) {
      span.last = offset;
    } else {
      spans.push({ first: offset, last: offset });
    }
  }
  return spans;
}
