import type { EventLog, LogRecord } from './event-log.ts';

/** Records of one partition that are wanted again. */
export interface WantedRecords {
  readonly topic: string;
  readonly partition: number;
  /** In any order. */
  readonly offsets: readonly bigint[];
}

/** Records that lie no farther apart are read together, with those between them. */
const GAP_MAX = 16n;
const RECORDS_PER_READ_MAX = 256n;

/** Reads single records again, neighbours in one call. Those that the log has no more are left out. */
export async function readRecords(
  log: Pick<EventLog, 'readRange'>,
  { topic, partition, offsets }: WantedRecords,
): Promise<readonly LogRecord[]> {
  const wanted = new Set(offsets);
  const found: LogRecord[] = [];
  for (const { first, last } of runsOf([...wanted].toSorted((left, right) => (left < right ? -1 : 1)))) {
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

interface Run {
  readonly first: bigint;
  last: bigint;
}

function runsOf(ascending: readonly bigint[]): readonly Run[] {
  const runs: Run[] = [];
  for (const offset of ascending) {
    const run = runs.at(-1);
    if (run !== undefined && offset - run.last <= GAP_MAX && offset - run.first < RECORDS_PER_READ_MAX) {
      run.last = offset;
    } else {
      runs.push({ first: offset, last: offset });
    }
  }
  return runs;
}
