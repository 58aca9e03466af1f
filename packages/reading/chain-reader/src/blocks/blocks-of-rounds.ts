import { decodeBlock } from '@tonriver/block-rows';
import { columnsSql, pickColumns, type RowOf, blocksOfRoundsTable } from '@tonriver/row-schema';
import { LRUCache } from 'lru-cache';
import { createBatchedLookUp } from '../look-up/batched-look-up.ts';
import { blockKeyText } from './blocks.ts';
import { type BlockRecord, blockRecordOf } from '../finality.ts';
import { groupedBy } from '../store/grouped-by.ts';
import type { LookUpBounds } from '../look-up/look-up-bounds.ts';
import { newestRows } from '../store/newest-rows.ts';
import type { ReadingStore } from '../store/reading-store.ts';

/** Rounds that are read together: they lie together, so that many take about the time of one. */
const ROUNDS_PER_READ = 32;
/** Blocks that are remembered. One has about 400 bytes. */
const REMEMBERED_BYTES_MAX = 16 * 1024 * 1024;

/** Reads the blocks of rounds, and remembers them: they never change. */
export interface BlocksOfRounds {
  /**
   * Returns the rows of all blocks of a round. Undefined when not all of them can be read in this way: the round is not
   * stored, a row is missing, or a parser before 5 stored it.
   *
   * @param seqno of a round up to the watermark
   */
  read(seqno: number): Promise<readonly BlockRecord[] | undefined>;
}

interface BlocksOfRoundsDependencies {
  readonly store: ReadingStore;
  readonly bounds: LookUpBounds;
  /** Network and versions, to which remembered rows belong. */
  readonly cachePrefix: () => string;
}

const columns = pickColumns(blocksOfRoundsTable, 'mc_block_seqno', 'block_count', 'block');

type StoredBlock = RowOf<typeof columns>;

/** Stored blocks by the seqno of their round as text. */
type StoredRounds = ReadonlyMap<string, readonly StoredBlock[]>;

export function createBlocksOfRounds({ store, bounds, cachePrefix }: BlocksOfRoundsDependencies): BlocksOfRounds {
  const remembered = new LRUCache<string, readonly StoredBlock[]>({
    maxSize: REMEMBERED_BYTES_MAX,
    sizeCalculation: (blocks) => blocks.reduce((sum, { block }) => sum + block.length + 64, 64),
  });
  const windows = createBatchedLookUp<StoredRounds>({
    ...bounds,
    keysMax: Math.max(1, Math.floor(bounds.keysMax / ROUNDS_PER_READ)),
    async load(windowTexts) {
      const ranges = windowTexts.map((window) => {
        const first = Number(window) * ROUNDS_PER_READ;
        return `mc_block_seqno BETWEEN ${first} AND ${first + ROUNDS_PER_READ - 1}`;
      });
      const read = await store.select(
        columns,
        `SELECT ${columnsSql(columns)} FROM blocks_of_rounds WHERE ${ranges.join(' OR ')}`,
      );
      // A view would keep the bytes of the whole result in memory as long as one round is remembered.
      const rows = read.map((row) => ({ ...row, block: Uint8Array.from(row.block) }));
      const ofWindows = groupedBy(rows, ({ mcBlockSeqno }) => windowOf(mcBlockSeqno));
      return new Map(
        [...ofWindows].map(([window, some]) => [window, groupedBy(some, ({ mcBlockSeqno }) => String(mcBlockSeqno))]),
      );
    },
  });
  return {
    async read(seqno) {
      const prefix = cachePrefix();
      // A round may have been remembered while its rows were written.
      const known = blocksOf(remembered.get(`${prefix}:${seqno}`) ?? []);
      if (known !== undefined) return known;
      const window: StoredRounds = (await windows.get(windowOf(seqno))) ?? new Map();
      const blocks = blocksOf(window.get(String(seqno)) ?? []);
      if (blocks === undefined) return undefined;
      for (const [other, stored] of window) remembered.set(`${prefix}:${other}`, stored);
      return blocks;
    },
  };
}

function windowOf(seqno: number): string {
  return String(Math.floor(seqno / ROUNDS_PER_READ));
}

/** Returns the blocks if they are all of the round, each once. Rows of older parsers have no block. */
function blocksOf(stored: readonly StoredBlock[]): readonly BlockRecord[] | undefined {
  if (stored.length === 0 || stored.some(({ block }) => block.length === 0)) return undefined;
  const blocks = newestRows(
    stored.map(({ block }) => blockRecordOf(decodeBlock(block))),
    blockKeyText,
    ({ rowVersion }) => rowVersion,
  );
  return stored.every(({ blockCount }) => blockCount === blocks.size) ? [...blocks.values()] : undefined;
}
