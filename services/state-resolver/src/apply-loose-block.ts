import { applyBlock } from './apply-block.ts';
import { addRecordRows, type BlockRecord, blockRecord } from './block-record.ts';
import { activateBefore, type ApplyRoundDependencies, holdAgainst } from './apply-round.ts';
import { decodeStateBlock, type ShardPlace, type StateBlock } from './decode-block.ts';
import { hasCommonAccounts, type LooseBlocks } from './loose-blocks.ts';
import { isOpenFor, noteResolved } from './open-rounds.ts';
import { findTop, LOOSE, loadLooseRange, type ResolvedRange, saveRange } from './resolved-range.ts';
import { resolvePartialBlock } from './resolve-partial-block.ts';

/**
 * Applies the next block without a round, or late for its round, whose turn it is: to the whole state before it where
 * that is known, else alone. The states of rounds are not touched.
 *
 * @returns false when there was none
 */
export async function applyLooseBlock(dependencies: ApplyRoundDependencies, waiting: LooseBlocks): Promise<boolean> {
  if (waiting.size === 0) return false;
  const { store, initialStates, onBlock, onRefused } = dependencies;
  const range = loadLooseRange(store);
  const next = waiting.take({ held: range.tops, given: initialStates });
  if (next === undefined) return false;
  next.isDone = true;
  if (store.record(keyOf(next)) !== undefined) return true;
  // Another copy of it may have waited as well.
  if (next.raw.round !== null && !isOpenFor(store, next.raw)) return true;
  const block = decodeStateBlock(next.raw);
  if ('refusal' in block) {
    onBlock('refused');
    onRefused(next, block);
    return true;
  }
  const record = await apply(dependencies, range, block);
  noteResolved(store, next.raw);
  addRecordRows(dependencies.rows, record, { rangeSeqno: LOOSE, isComplete: false });
  saveRange(store, range);
  return true;
}

/** Resolves a block alone that was announced as one of a round and is none of those that were taken for it. */
export async function applyOtherBlock(dependencies: ApplyRoundDependencies, block: StateBlock): Promise<void> {
  if (dependencies.store.record(keyOf(block)) !== undefined) return;
  addRecordRows(dependencies.rows, await applyAlone(dependencies, block), { rangeSeqno: LOOSE, isComplete: false });
}

async function applyAlone(dependencies: ApplyRoundDependencies, block: StateBlock): Promise<BlockRecord> {
  const written = await resolvePartialBlock(dependencies, block);
  dependencies.onBlock('alone');
  return blockRecord(block, written, []);
}

async function apply(
  dependencies: ApplyRoundDependencies,
  range: ResolvedRange,
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
  dependencies.store.putRecord(keyOf(block), Buffer.from([1]));
  dependencies.onBlock(mode);
  used.push(...(await holdAgainst(dependencies, range, block, mode)));
  return blockRecord(block, written, used, libraries);
}

function keyOf({ workchain, shard, seqno }: ShardPlace): string {
  return `loose/${workchain}/${shard}/${seqno}`;
}
