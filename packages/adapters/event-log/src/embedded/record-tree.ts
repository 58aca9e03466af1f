import type { Database } from 'lmdb';
import { keyOfPlace, placeOfKey, type RecordPlace } from './record-place.ts';

interface StoredRecord {
  readonly offset: number;
  readonly bytes: Buffer;
}

/** The records to read: from a place on, within limits. The first record comes whatever its size. */
interface ReadOptions extends RecordPlace {
  readonly endOffset: number;
  readonly recordsMax: number;
  readonly bytesMax: number;
}

/** Waits for a write of LMDB and translates its error. */
export type AwaitWrite = (write: Promise<boolean>) => Promise<void>;

/** The tree of records, all topics in one. Each write resolves when it is durable. */
export interface RecordTree {
  append(entries: readonly { readonly place: RecordPlace; readonly bytes: Buffer }[]): Promise<void>;
  remove(topicId: number, partition: number, offsets: readonly number[]): Promise<void>;
  read(options: ReadOptions): readonly StoredRecord[];
  recordCount(): number;
  /** Returns the first kept offset and the one after the last; both 0 in a partition that never had a record. */
  bounds(topicId: number, partition: number): { readonly start: number; readonly end: number };
}

export function createRecordTree(records: Database<Buffer, Buffer>, awaitWrite: AwaitWrite): RecordTree {
  return {
    append: (entries) =>
      awaitWrite(
        records.batch(() => {
          for (const { place, bytes } of entries) ignoreRejection(records.put(keyOfPlace(place), bytes));
        }),
      ),
    remove: (topicId, partition, offsets) =>
      awaitWrite(
        records.batch(() => {
          for (const offset of offsets) ignoreRejection(records.remove(keyOfPlace({ topicId, partition, offset })));
        }),
      ),
    read({ topicId, partition, offset, endOffset, recordsMax, bytesMax }) {
      const found: StoredRecord[] = [];
      let bytesFound = 0;
      const range = {
        start: keyOfPlace({ topicId, partition, offset }),
        end: keyOfPlace({ topicId, partition, offset: endOffset }),
        limit: recordsMax,
      };
      for (const { key, value } of records.getRange(range)) {
        bytesFound += value.length;
        if (found.length > 0 && bytesFound > bytesMax) break;
        found.push({ offset: placeOfKey(key).offset, bytes: value });
      }
      return found;
    },
    recordCount: () => (records.getStats() as { readonly entryCount?: number }).entryCount ?? 0,
    bounds(topicId, partition) {
      const low = keyOfPlace({ topicId, partition, offset: 0 });
      const high = keyOfPlace({ topicId, partition: partition + 1, offset: 0 });
      const [first] = [...records.getKeys({ start: low, end: high, limit: 1 })];
      // A reversed range starts at its upper bound, which belongs to the next partition.
      const [last] = [...records.getKeys({ start: high, end: low, limit: 2, reverse: true })].filter(
        (key) => Buffer.compare(key, high) < 0,
      );
      if (first === undefined) return { start: 0, end: 0 };
      return { start: placeOfKey(first).offset, end: placeOfKey(last ?? first).offset + 1 };
    },
  };
}

/** The batch reports the failure of its writes. The promises of single writes must not end the process. */
function ignoreRejection(write: Promise<unknown>): void {
  write.catch(() => undefined);
}
