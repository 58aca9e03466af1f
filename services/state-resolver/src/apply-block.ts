import type { LibraryRecord } from '@tonriver/block-rows';
import type { CellStore } from '@tonriver/cell-store';
import { hashToHex } from '@tonriver/chain-model';
import type { ShownTree, StateBlock } from './decode-block.ts';
import { librariesOfState, writeLibraryChanges } from './library-changes.ts';
import { type AccountWritten, type OnUnresolved, resolveAccount } from './resolve-account.ts';
import { dropTops, findTop, putTop, type ResolvedRange, type ShardTopState } from './resolved-range.ts';
import type { ResolverRows } from './resolver-rows.ts';
import { createShownCells } from './shown-cells.ts';
import { StateResolverError } from './state-resolver-error.ts';

export interface ApplyBlockDependencies {
  readonly store: CellStore;
  readonly rows: ResolverRows;
  readonly onUnresolved: OnUnresolved;
}

/** Whether the whole state after the block is in the store, or only what its accounts need. */
export type ResolveMode = 'whole' | 'accounts';

export interface AppliedBlock {
  readonly mode: ResolveMode;
  /** Per account of the block. */
  readonly written: readonly AccountWritten[];
  readonly libraries: readonly LibraryRecord[];
}

/**
 * Resolves one block of a round. Where all states before it are known the whole new state is put together: a cell that
 * neither the block nor the store has is `cell_missing`, and the hash that comes out is the block's.
 */
export function applyBlock(
  dependencies: ApplyBlockDependencies,
  range: ResolvedRange,
  round: number,
  block: StateBlock,
): AppliedBlock {
  const before = block.previous.map((place) => findTop(range, place));
  const known = before.filter((top) => top !== undefined);
  if (known.length < before.length) {
    const written = resolveAccounts(dependencies, range, block, 'accounts');
    dropTops(dependencies.store, range, block.workchain, block.shard);
    if (isMasterchain(block)) delete range.libraries;
    return { mode: 'accounts', written, libraries: [] };
  }
  checkStart(block, known);
  const { hash } = dependencies.store.add(block.bag, block.update.newRoot);
  const written = resolveAccounts(dependencies, range, block, 'whole');
  const libraries = isMasterchain(block) ? updateLibraries(dependencies, range, round, block) : [];
  const { workchain, shard, seqno } = block;
  putTop(dependencies.store, range, { workchain, shard, seqno, hash: hashToHex(hash) });
  return { mode: 'whole', written, libraries };
}

export function isMasterchain({ workchain }: { readonly workchain: number }): boolean {
  return workchain === -1;
}

/**
 * The update must start from the very states that are held. After a merge it starts from both:
 * `split_state#5f327da5 left:^ShardStateUnsplit right:^ShardStateUnsplit = ShardState;`
 */
function checkStart({ bag, update, ...block }: StateBlock, before: readonly ShardTopState[]): void {
  const starts =
    before.length === 1
      ? [update.oldHash]
      : before.map((_, position) => bag.hash(bag.ref(update.oldRoot, position), 0));
  const isRight = before.every((top, index) => hashToHex(starts[index]!) === top.hash);
  if (isRight) return;
  const { workchain, shard, seqno } = block;
  throw new StateResolverError('state_mismatch', 'A block does not start from the state that the one before it left', {
    workchain,
    shard,
    seqno,
  });
}

function resolveAccounts(
  dependencies: ApplyBlockDependencies,
  { lineage }: ResolvedRange,
  block: StateBlock,
  mode: ResolveMode,
): AccountWritten[] {
  const { store } = dependencies;
  const shown = createShownCells(block.bag, block.update);
  const hold = (tree: ShownTree | null): void => {
    if (tree !== null && mode === 'accounts') store.add(block.bag, tree.cell, { shown });
  };
  return block.accounts.map(({ account, lt, code, data }) => {
    hold(code);
    hold(data);
    return resolveAccount(
      { ...dependencies, lineage },
      {
        workchain: block.workchain,
        account,
        lt,
        codeHash: code?.hash ?? null,
        dataHash: data?.hash ?? null,
        isHeld: mode === 'accounts',
      },
    );
  });
}

function updateLibraries(
  dependencies: ApplyBlockDependencies,
  range: ResolvedRange,
  round: number,
  { bag, update }: StateBlock,
): LibraryRecord[] {
  const to = librariesOfState(bag, update.newRoot);
  if (to === undefined || to === range.libraries) return [];
  const from = range.libraries;
  range.libraries = to;
  return from === undefined ? [] : writeLibraryChanges(dependencies, { from, to, round });
}
