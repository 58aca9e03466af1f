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

/** The result of adding a tree. */
interface AddedTree {
  /** Hash of the root. */
  readonly hash: Uint8Array;
  /** True when all its cells are known. */
  readonly isComplete: boolean;
}

/**
 * Cells by hash with reference counts, and small records. Reads see changes at once; `commit` makes all changes durable
 * or none.
 */
export interface CellStore {
  /** Adds a tree and one hold of its root; see `addTree`. Changes nothing when it throws `cell_missing`. */
  add(bag: Bag, root: number, options?: AddTreeOptions): AddedTree;
  /** Adds a hold of a stored tree. Throws `cell_missing`. */
  hold(hash: Uint8Array): void;
  /**
   * Removes one hold and the cells that have no references left. A large tree is removed over several commits, also
   * after a restart.
   */
  release(hash: Uint8Array): void;
  /** Returns true when the cell and all cells below it are stored. */
  isComplete(hash: Uint8Array): boolean;
  /** Returns the body of a cell, undefined when it is not known. It is a view and must not be changed. */
  body(hash: Uint8Array): CellBody | undefined;
  /** Returns a whole tree; see `readTree`. */
  read(hash: Uint8Array, options: ReadTreeOptions): Cell;
  /** Returns the tree `to` without the subtrees that it shares with `from`; see `changedTree`. */
  readChanged(trees: { readonly from: Uint8Array; readonly to: Uint8Array }, options: ReadTreeOptions): Cell;

  record(key: string): Uint8Array | undefined;
  putRecord(key: string, value: Uint8Array): void;
  removeRecord(key: string): void;
  /** Returns the committed records whose keys begin with a prefix. For the start, before the first change. */
  recordsUnder(prefix: string): Iterable<readonly [key: string, value: Uint8Array]>;

  /** Number of cells and records in memory until the next commit. */
  readonly pendingCount: number;
  /** Number of cells at the last commit. */
  readonly cellCount: number;
  /** Makes all changes durable in one transaction. The caller must change nothing until it resolves. */
  commit(): Promise<void>;
  /** Drops all changes since the last commit. */
  discard(): void;
  close(): Promise<void>;
}

/** Opens the store in a directory, or creates it. Throws `directory_held` when another process has it. */
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

/** Creates a store in memory without an environment, for temporary trees. `commit` drops its contents. */
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

/**
 * How many references are removed between two commits, beside as many as were added: a whole state has millions, too
 * many for the memory. Fewer than were added would let the store grow as long as rounds come fast.
 */
const releasedMax = 50_000;
/** Key of the record with the hashes of the trees that are still to be removed. */
const releasingKey = 'cell-store/releasing';

/** Where cells and records are kept: all that differs between a disk and memory. */
export type Environment = Pick<LmdbEnvironment, 'cell' | 'record' | 'commit' | 'cellCount'> &
  StoreAge & {
    recordsUnder(prefix: string): Iterable<readonly [key: string, value: Uint8Array]>;
  };

export function createCells(environment: Environment, close: () => Promise<void>): CellStore {
  const ledger = createCellLedger(environment);
  const records = new Map<string, Uint8Array | null>();
  let releasing = hashesIn(environment.record(releasingKey));
  let releasedCount = 0;
  let addedCount = 0;
  const releaseSome = (): void => {
    releasedCount += ledger.release(releasing, releasedMax + addedCount - releasedCount);
  };
  const forget = (): void => {
    ledger.clear();
    records.clear();
    releasing = hashesIn(environment.record(releasingKey));
    releasedCount = 0;
    addedCount = 0;
  };
  return {
    add(bag, root, options) {
      const { hash, isComplete, changeCount } = addTree(ledger, bag, root, options);
      addedCount += changeCount;
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
