import type { LibraryRecord } from '@tonriver/block-rows';
import { type CellStore, CellStoreError } from '@tonriver/cell-store';
import { hashToHex } from '@tonriver/chain-model';
import type { ShardPlace, ShownTree, StateBlock } from './decode-block.ts';
import { writeLibraryChanges } from './library-changes.ts';
import { type AccountWritten, type OnChanged, type OnUnresolved, resolveAccount } from './resolve-account.ts';
import { dropTops, findTop, putTop, type ResolvedRange } from './resolved-range.ts';
import type { ResolverRows } from './resolver-rows.ts';
import { createShownCells, isClosedUpdate } from './shown-cells.ts';

export interface ApplyBlockDependencies {
  readonly store: CellStore;
  readonly rows: ResolverRows;
  readonly onUnresolved: OnUnresolved;
  readonly onChanged: OnChanged;
  /** Called for a block that does not continue the held state. */
  readonly onUnlinked: (place: ShardPlace, reason: string) => void;
  /** Called between accounts: many large ones have more rows than may wait in memory. */
  readonly insertIfFull: () => Promise<void>;
}

/** The content of the store after a block: the whole state, or only the code and data of the block's accounts. */
export type ResolveMode = 'whole' | 'accounts';

export interface AppliedBlock {
  readonly mode: ResolveMode;
  /** Per account of the block. */
  readonly written: readonly AccountWritten[];
  readonly libraries: readonly LibraryRecord[];
}

/**
 * Resolves one block of a round. Where all states before it are known, and it continues them, the whole new state is
 * put together and checked against the hash in the block. Else its shard is resolved account by account from here on.
 *
 * @throws {CellStoreError} `cell_missing` when the store has lost a cell of the state before
 */
export async function applyBlock(
  dependencies: ApplyBlockDependencies,
  range: ResolvedRange,
  round: number,
  block: StateBlock,
): Promise<AppliedBlock> {
  const hash = addWholeState(dependencies, range, block);
  if (hash === undefined) {
    const written = await resolveAccounts(dependencies, range, block, 'accounts');
    dropTops(dependencies.store, range, block.workchain, block.shard);
    if (isMasterchain(block)) delete range.libraries;
    return { mode: 'accounts', written, libraries: [] };
  }
  const written = await resolveAccounts(dependencies, range, block, 'whole');
  const libraries = isMasterchain(block) ? updateLibraries(dependencies, range, round, block) : [];
  const { workchain, shard, seqno } = block;
  putTop(dependencies.store, range, { workchain, shard, seqno, hash: hashToHex(hash) });
  return { mode: 'whole', written, libraries };
}

export function isMasterchain({ workchain }: { readonly workchain: number }): boolean {
  return workchain === -1;
}

/**
 * Adds the whole state after a block.
 *
 * @returns its hash; undefined, with nothing changed, where it cannot be put together
 */
function addWholeState(
  { store, onUnlinked }: ApplyBlockDependencies,
  range: ResolvedRange,
  { bag, update, previous, starts, ...block }: StateBlock,
): Uint8Array | undefined {
  const before = previous.map((place) => findTop(range, place));
  if (before.some((top) => top === undefined)) return undefined;
  if (before.some((top, index) => top!.hash !== hashToHex(starts[index]!))) {
    onUnlinked(block, 'it does not start from the state that the block before it left');
    return undefined;
  }
  try {
    return store.add(bag, update.newRoot).hash;
  } catch (error) {
    const isMissing = error instanceof CellStoreError && error.code === 'cell_missing';
    // A sound update shows every cell that the state before does not have: only the store can have lost one.
    if (!isMissing || isClosedUpdate(bag, update)) throw error;
    onUnlinked(block, 'its state update leaves out what the state before does not have');
    return undefined;
  }
}

async function resolveAccounts(
  dependencies: ApplyBlockDependencies,
  { lineage }: ResolvedRange,
  block: StateBlock,
  mode: ResolveMode,
): Promise<AccountWritten[]> {
  const { store } = dependencies;
  const shown = createShownCells(block.bag, block.update);
  const hold = (tree: ShownTree | null): void => {
    if (tree !== null && mode === 'accounts') store.add(block.bag, tree.cell, { shown });
  };
  const written: AccountWritten[] = [];
  for (const { account, lt, code, data } of block.accounts) {
    hold(code);
    hold(data);
    const after = {
      workchain: block.workchain,
      account,
      lt,
      codeHash: code?.hash ?? null,
      dataHash: data?.hash ?? null,
      isHeld: mode === 'accounts',
    };
    written.push(resolveAccount({ ...dependencies, lineage }, after));
    await dependencies.insertIfFull();
  }
  return written;
}

function updateLibraries(
  dependencies: ApplyBlockDependencies,
  range: ResolvedRange,
  round: number,
  { libraries: to, ...block }: StateBlock,
): LibraryRecord[] {
  if (to === undefined || to === range.libraries) return [];
  const from = range.libraries;
  range.libraries = to;
  if (from === undefined) return [];
  const changes = writeLibraryChanges(dependencies, { from, to, round });
  if (changes !== undefined) return changes;
  dependencies.onUnlinked(block, 'the public libraries of its state cannot be read');
  delete range.libraries;
  return [];
}
