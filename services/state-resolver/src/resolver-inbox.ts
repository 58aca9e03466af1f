import type { RawBlock } from '@tonriver/events';
import type { IsDone } from '@tonriver/stream';
import type { RecordPlace } from './waiting-round.ts';

/** Bytes of blocks that may be read ahead of the next pass. */
const BYTES_MAX = 32 * 1024 * 1024;
/** Records that may be read ahead. One without bytes takes memory too, and many may come while ClickHouse is away. */
const RECORDS_MAX = 4000;

/** A block that was read. */
interface Delivery {
  readonly raw: RawBlock;
  readonly place: RecordPlace;
  /** `isDone` is there once a pass has put the block where it waits. */
  readonly placed: { isDone?: IsDone };
}

/** An entry that was read and no pass has taken yet: a block, or the place from which a partition is read again. */
type InboxEntry = Delivery | { readonly forgetFrom: RecordPlace };

/** Holds what was read until a pass takes it, so that rounds do not change during a pass. */
export interface ResolverInbox {
  /** @returns tells whether the block is resolved */
  put(raw: RawBlock, place: RecordPlace): IsDone;
  forgetFrom(place: RecordPlace): void;
  takeAll(): readonly InboxEntry[];
  /** Whether as much waits as may be read ahead. */
  readonly isFull: boolean;
}

export function createResolverInbox(): ResolverInbox {
  let entries: InboxEntry[] = [];
  let byteLength = 0;
  return {
    put(raw, place) {
      const placed: Delivery['placed'] = {};
      entries.push({ raw, place, placed });
      byteLength += raw.boc.length;
      return doneOncePlaced(placed);
    },
    forgetFrom: (place) => void entries.push({ forgetFrom: place }),
    takeAll() {
      const taken = entries;
      entries = [];
      byteLength = 0;
      return taken;
    },
    get isFull() {
      return entries.length >= RECORDS_MAX || byteLength > BYTES_MAX;
    },
  };
}

/** A function of its own, so that it does not keep the block in memory. */
function doneOncePlaced(placed: Delivery['placed']): IsDone {
  return () => placed.isDone?.() === true;
}
