import type { CellStore } from '@tonriver/cell-store';
import { applyBlock } from './apply-block.ts';
import { addRecordRows, type BlockRecord, blockRecord } from './block-record.ts';
import { activateBefore, type ApplyRoundDependencies, type BlockNames, holdAgainst } from './apply-round.ts';
import { decodeStateBlock, type ShardPlace, type StateBlock } from './decode-block.ts';
import { hasCommonAccounts, type PartialBlocks } from './partial-blocks.ts';
import { isOpenFor, noteResolved } from './open-rounds.ts';
import { findTop, PARTIAL, loadPartialRange, type ResolvedRange, saveRange } from './resolved-range.ts';
import { resolvePartialBlock } from './resolve-partial-block.ts';

/**
 * Applies the next block without a round, or late for its round, whose turn it is: to the whole state before it where
 * that is known, else alone. The states of rounds are not touched.
 *
 * @returns false when there was none
 */
export async function applyPartialBlock(
  dependencies: ApplyRoundDependencies,
  waiting: PartialBlocks,
): Promise<boolean> {
  if (waiting.size === 0) return false;
  const { store, initialStates, onBlock, onRefused } = dependencies;
  const range = loadPartialRange(store);
  const next = waiting.take({ held: range.tops, given: initialStates });
  if (next === undefined) return false;
  next.isDone = true;
  if (isKnown(store, next.raw)) return true;
  // Another copy of it may have waited as well.
  if (next.raw.round !== null && !isOpenFor(store, next.raw)) return true;
  const block = decodeStateBlock(next.raw);
  if ('refusal' in block) {
    onBlock('refused');
    onRefused(next, block);
    return true;
  }
  const record = await apply(dependencies, range, next.raw, block);
  noteResolved(store, next.raw);
  addRecordRows(dependencies.rows, record, { rangeSeqno: PARTIAL, isComplete: false });
  saveRange(store, range);
  return true;
}

/** Resolves a block alone that was announced as one of a round and is none of those that were taken for it. */
export async function applyOtherBlock(
  dependencies: ApplyRoundDependencies,
  raw: BlockNames,
  block: StateBlock,
): Promise<void> {
  if (isKnown(dependencies.store, raw)) return;
  addRecordRows(dependencies.rows, await applyAlone(dependencies, block), { rangeSeqno: PARTIAL, isComplete: false });
}

async function applyAlone(dependencies: ApplyRoundDependencies, block: StateBlock): Promise<BlockRecord> {
  const written = await resolvePartialBlock(dependencies, block);
  dependencies.onBlock('alone');
  return blockRecord(block, written, []);
}

async function apply(
  dependencies: ApplyRoundDependencies,
  range: ResolvedRange,
  raw: BlockNames,
  block: StateBlock,
): Promise<BlockRecord> {
  // A state never goes back: what is before it stands alone.
  if (range.tops.some((top) => hasCommonAccounts(top, block) && top.seqno >= block.seqno)) {
    return await applyAlone(dependencies, block);
  }
  const used = await activateBefore(dependencies, range, block);
  if (block.previous.some((place) => findTop(range, place) === undefined)) {
    const written = await resolvePartialBlock(dependencies, block);
    dependencies.onBlock('alone');
    used.push(...(await holdAgainst(dependencies, range, block, 'alone')));
    return blockRecord(block, written, used);
  }
  const { mode, written, libraries } = await applyBlock(dependencies, range, block.seqno, block);
  // Delivered again it would find other states, and leave other rows.
  dependencies.store.putRecord(keyOf(raw), Buffer.from([1]));
  dependencies.onBlock(mode);
  used.push(...(await holdAgainst(dependencies, range, block, mode)));
  return blockRecord(block, written, used, libraries);
}

/**
 * Whether this very block was applied to a state. Stores from before root hashes were kept know places alone: of these
 * nothing is known of a block of a round, since anybody may have sent another block of its place.
 */
function isKnown(store: CellStore, raw: BlockNames): boolean {
  if (store.record(keyOf(raw)) !== undefined) return true;
  return raw.round === null && store.record(placeKeyOf(raw)) !== undefined;
}

function keyOf(raw: BlockNames): string {
  return `${placeKeyOf(raw)}/${raw.rootHash}`;
}

function placeKeyOf({ workchain, shard, seqno }: ShardPlace): string {
  return `loose/${workchain}/${shard}/${seqno}`;
}
