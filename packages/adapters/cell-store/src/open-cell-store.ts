import type { Bag, Cell } from '@tonriver/boc';
import { holderText, lockDirectory } from '@tonriver/lifecycle';
import { addTree, type AddTreeOptions, findMissing } from './add-tree.ts';
import { createCellLedger } from './cell-ledger.ts';
import type { CellBody } from './cell-body.ts';
import { CellStoreError, cellMissing } from './cell-store-error.ts';
import { changedTree } from './changed-tree.ts';
import { type LmdbEnvironment, openLmdbEnvironment } from './lmdb-environment.ts';
import type { StoreAge } from './stored-cell.ts';
import { readTree, type ReadTreeOptions } from './read-tree.ts';

/** A tree that was added. */
interface AddedTree {
  /** Of the whole root. */
  readonly hash: Uint8Array;
  /** Whether every cell of it is known. */
  readonly isComplete: boolean;
}

/**
 * Live cells by hash, counted by what points to them, and small records beside them. Reads see every change at once;
 * changes become durable together with `commit`, or not at all.
 */
export interface CellStore {
  /** Adds a tree and holds its root once; see `addTree`. After `cell_missing` everything is as it was before. */
  add(bag: Bag, root: number, options?: AddTreeOptions): AddedTree;
  /** Holds a tree that is there once more. Throws `cell_missing`. */
  hold(hash: Uint8Array): void;
  /**
   * Gives up one hold: what nothing points to any more is removed. Of a large tree only so much goes at once, and the
   * rest with later commits, also after a restart.
   */
  release(hash: Uint8Array): void;
  /** Whether the cell and everything below it is there. */
  isComplete(hash: Uint8Array): boolean;
  /** One cell without what lies below it; undefined when it is not known. A view: read only. */
  body(hash: Uint8Array): CellBody | undefined;
  /** The whole tree; see `readTree`. */
  read(hash: Uint8Array, options: ReadTreeOptions): Cell;
  /** The tree `to` without what it shares with `from`; see `changedTree`. */
  readChanged(trees: { readonly from: Uint8Array; readonly to: Uint8Array }, options: ReadTreeOptions): Cell;

  record(key: string): Uint8Array | undefined;
  putRecord(key: string, value: Uint8Array): void;
  removeRecord(key: string): void;
  /** Committed records whose key begins with a prefix: for the start, before anything changes. */
  recordsUnder(prefix: string): Iterable<readonly [key: string, value: Uint8Array]>;

  /** Cells and records held in memory until the next commit. */
  readonly pendingCount: number;
  /** Cells as of the last commit. */
  readonly cellCount: number;
  /** Makes all changes durable in one transaction. Nothing may change until it resolves. */
  commit(): Promise<void>;
  /** Forgets all changes since the last commit. */
  discard(): void;
  close(): Promise<void>;
}

/** Opens the store in a directory, or creates it. One process at a time: `directory_held`. */
export async function openCellStore({ directory }: { readonly directory: string }): Promise<CellStore> {
  const lock = lockDirectory(directory, (holder) => {
    const message = `${holderText(holder)} has the cell store in ${directory}`;
    return new CellStoreError('directory_held', message, { directory, ...holder });
  });
  try {
    const environment = await openLmdbEnvironment(directory);
    return createCells(environment, async () => {
      await environment.close();
      lock.release();
    });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** A store that nothing is kept of: for trees that are put together and forgotten. `commit` drops what it holds. */
export function createScratchStore(): CellStore {
  const nothing: Environment = {
    isOldStore: false,
    cell: () => undefined,
    record: () => undefined,
    recordsUnder: () => [],
    cellCount: 0,
    commit: () => Promise.resolve(),
  };
  return createCells(nothing, () => Promise.resolve());
}

/** Cells that are let go of between two commits, at most: a whole state has millions, and memory for a few. */
const releasedMax = 50_000;
/** The record that holds the hashes of what is still to be let go of. */
const releasingKey = 'cell-store/releasing';

type Environment = Pick<LmdbEnvironment, 'cell' | 'record' | 'commit' | 'cellCount'> &
  StoreAge & {
    recordsUnder(prefix: string): Iterable<readonly [key: string, value: Uint8Array]>;
  };

function createCells(environment: Environment, close: () => Promise<void>): CellStore {
  const ledger = createCellLedger(environment);
  const records = new Map<string, Uint8Array | null>();
  let releasing = hashesIn(environment.record(releasingKey));
  let releasedCount = 0;
  const releaseSome = (): void => {
    releasedCount += ledger.release(releasing, releasedMax - releasedCount);
  };
  const forget = (): void => {
    ledger.clear();
    records.clear();
    releasing = hashesIn(environment.record(releasingKey));
    releasedCount = 0;
  };
  return {
    add(bag, root, options) {
      const { hash, isComplete } = addTree(ledger, bag, root, options);
      return { hash, isComplete };
    },
    hold(hash) {
      const entry = ledger.find(hash);
      if (entry === undefined) throw cellMissing(hash);
      entry.count += 1;
    },
    release(hash) {
      releasing.push(Buffer.from(hash));
      releaseSome();
    },
    isComplete(hash) {
      const entry = ledger.find(hash);
      return entry !== undefined && findMissing(ledger, entry) === undefined;
    },
    body: (hash) => ledger.peek(hash),
    read: (hash, options) => readTree(ledger, hash, options),
    readChanged: (trees, options) => changedTree(ledger, trees, options),
    record(key) {
      const changed = records.get(key);
      return changed === undefined ? environment.record(key) : (changed ?? undefined);
    },
    putRecord: (key, value) => void records.set(key, value),
    removeRecord: (key) => void records.set(key, null),
    recordsUnder: (prefix) => environment.recordsUnder(prefix),
    get pendingCount() {
      return ledger.size + records.size;
    },
    get cellCount() {
      return environment.cellCount;
    },
    async commit() {
      releaseSome();
      const wasReleasing = environment.record(releasingKey) !== undefined;
      if (releasing.length > 0 || wasReleasing) {
        records.set(releasingKey, releasing.length === 0 ? null : Buffer.concat(releasing));
      }
      await environment.commit({ cells: ledger.changes(), records });
      forget();
    },
    discard: forget,
    close,
  };
}

const hashBytes = 32;

function hashesIn(value: Uint8Array | undefined): Uint8Array[] {
  const count = (value?.length ?? 0) / hashBytes;
  return Array.from({ length: count }, (_, index) =>
    Buffer.from(value!.subarray(index * hashBytes, (index + 1) * hashBytes)),
  );
}
