import { GetMethodError } from '@tonriver/api-model';
import { hashToHex } from '@tonriver/chain-model';
import type { IndexedBlock, IndexedRange, StateReader } from '@tonriver/chain-reader';
import type { AccountSource, MasterchainPoint } from '@tonriver/chain-source';
import { createBoundedMemory } from './bounded-memory.ts';
import type { PointRequest, RunPoint } from './chain-state.ts';
import { fromSource } from './from-source.ts';
import { indexedPoint, type IndexedPoint } from './indexed-point.ts';
import { createLatest } from './latest.ts';

export interface PointsBounds {
  /** How old the watermark may be. */
  readonly watermarkMsMax: number;
  readonly blocksMax: number;
}

interface PointsDependencies {
  readonly stored: Pick<StateReader, 'range' | 'block'>;
  readonly source: AccountSource | undefined;
  readonly bounds: PointsBounds;
  readonly now: () => number;
  /** Hears of each block that is read. */
  readonly onBlock: (block: IndexedBlock) => void;
}

/** The blocks at which calls run. */
interface Points {
  at(request: PointRequest): Promise<RunPoint>;
  /** The newest indexed one whose code and data are stored; undefined while there is none. */
  newest(): Promise<IndexedPoint | undefined>;
}

/**
 * How old the range may be for a round that is not in it: so no caller makes it be read without end. Milliseconds, as
 * below.
 */
const OTHER_ROUND_AGE_MS_MAX = 20;
/** How old it may be for a round that is in it: emulations of a round need not wait until the newest one is known. */
const KNOWN_ROUND_AGE_MS_MAX = 2_000;
/** How long a block is kept while its file hash is not confirmed. */
const PROVISIONAL_MS = 1_000;

export function createPoints({ stored, source, bounds, now, onBlock }: PointsDependencies): Points {
  const ranges = createLatest(() => stored.range(), bounds.watermarkMsMax, now);
  const blocks = createBoundedMemory<IndexedPoint>({
    entriesMax: bounds.blocksMax,
    // File hashes are confirmed by later blocks.
    isFinal: ({ fileHash }) => fileHash !== null,
    provisionalMs: PROVISIONAL_MS,
    now,
  });
  const inRange = async (seqno: number, range: IndexedRange): Promise<IndexedPoint> => {
    if (!isWithin(seqno, range)) throw notIndexed(seqno, range);
    const known = await blocks.find(`${range.firstSeqno}:${seqno}`, async () => {
      const found = await stored.block(range, seqno);
      if (found === undefined) throw notIndexed(seqno, range);
      onBlock(found);
      return indexedPoint(found);
    });
    // The range may have grown since it was read.
    return { ...known, range };
  };
  return {
    async at(request) {
      const { seqno } = request;
      let range = await ranges(seqno === undefined ? bounds.watermarkMsMax : KNOWN_ROUND_AGE_MS_MAX);
      // Who asks for a round has seen it.
      const isKnown = seqno === undefined || (range !== undefined && isWithin(seqno, range));
      if (!isKnown) range = await ranges(OTHER_ROUND_AGE_MS_MAX);
      if (range === undefined) return await pointOfSource(source, request);
      return await inRange(seqno ?? range.resolvedSeqno, range);
    },
    async newest() {
      const range = await ranges();
      return range === undefined ? undefined : await inRange(range.resolvedSeqno, range);
    },
  };
}

function isWithin(seqno: number, { firstSeqno, lastSeqno }: IndexedRange): boolean {
  return seqno >= firstSeqno && seqno <= lastSeqno;
}

async function pointOfSource(source: AccountSource | undefined, request: PointRequest): Promise<RunPoint> {
  if (source === undefined) throw new GetMethodError('not_ready', 'nothing is indexed yet', {}, { isRetryable: true });
  const { seqno } = request;
  const point = await fromSource(() => (seqno === undefined ? source.head(request) : source.point(seqno)));
  if (point === undefined) {
    throw new GetMethodError('block_not_indexed', `masterchain block ${seqno} is not known`, { seqno });
  }
  const key = point.rootHash === null ? `source:${point.seqno}` : hashToHex(point.rootHash);
  return { ...pointOf(point), endLt: 0n, key };
}

function pointOf({ seqno, rootHash, fileHash, unixTime, recorded }: MasterchainPoint): MasterchainPoint {
  return { seqno, rootHash, fileHash, unixTime, recorded };
}

function notIndexed(seqno: number, { firstSeqno, lastSeqno }: IndexedRange): GetMethodError {
  return new GetMethodError(
    'block_not_indexed',
    `masterchain block ${seqno} is not indexed: blocks ${firstSeqno} to ${lastSeqno} are`,
    { seqno, firstSeqno, lastSeqno },
  );
}
