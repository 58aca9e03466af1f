import type { CellStore } from '@tonriver/cell-store';
import { applyBlock } from './apply-block.ts';
import { addRecordRows, type BlockRecord, blockRecord } from './block-record.ts';
import {
  activateStatesBefore,
  type AnnouncedBlock,
  type ApplyRoundDependencies,
  type ChosenRound,
  confirmStateAfter,
} from './apply-round.ts';
import { decodeStateBlock, type ShardPlace, type StateBlock } from './decode-block.ts';
import { hasCommonAccounts, type PartialBlocks } from './partial-blocks.ts';
import { isRoundOpenFor, markResolved } from './open-rounds.ts';
import { findTop, PARTIAL_RANGE, loadPartialRange, type ResolvedRange, saveRange } from './resolved-range.ts';
import { resolvePartialBlock } from './resolve-partial-block.ts';

/**
 * Applies the next partial or late block whose turn it is: to the whole state before it where that is known, else
 * alone. Does not touch the states of rounds.
 *
 * @returns false when it is no block's turn
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
  if (next.raw.round !== null && !isRoundOpenFor(store, next.raw)) return true;
  const block = decodeStateBlock(next.raw);
  if ('refusal' in block) {
    onBlock('refused');
    onRefused(next, block);
    return true;
  }
  const record = await apply(dependencies, range, next.raw, block);
  markResolved(store, next.raw);
  addRecordRows(dependencies.rows, record, { rangeSeqno: PARTIAL_RANGE, isComplete: false });
  saveRange(store, range);
  return true;
}

/**
 * Resolves, each alone, the readable blocks that were announced for a round and not chosen for it.
 *
 * @returns all of them
 */
export async function applyOtherBlocks(
  dependencies: ApplyRoundDependencies,
  round: ChosenRound,
): Promise<AnnouncedBlock[]> {
  const others: AnnouncedBlock[] = [];
  for await (const { raw, state } of round.otherBlocks()) {
    others.push(raw);
    if (isKnown(dependencies.store, raw)) continue;
    const record = await applyAlone(dependencies, state);
    addRecordRows(dependencies.rows, record, { rangeSeqno: PARTIAL_RANGE, isComplete: false });
  }
  return others;
}

async function applyAlone(dependencies: ApplyRoundDependencies, block: StateBlock): Promise<BlockRecord> {
  const written = await resolvePartialBlock(dependencies, block);
  dependencies.onBlock('alone');
  return blockRecord(block, written, []);
}

async function apply(
  dependencies: ApplyRoundDependencies,
  range: ResolvedRange,
  raw: AnnouncedBlock,
  block: StateBlock,
): Promise<BlockRecord> {
  // A state never goes back: a block before it is resolved alone.
  if (range.tops.some((top) => hasCommonAccounts(top, block) && top.seqno >= block.seqno)) {
    return await applyAlone(dependencies, block);
  }
  const used = await activateStatesBefore(dependencies, range, block);
  if (block.previous.some((place) => findTop(range, place) === undefined)) {
    const written = await resolvePartialBlock(dependencies, block);
    dependencies.onBlock('alone');
    used.push(...(await confirmStateAfter(dependencies, range, block, 'alone')));
    return blockRecord(block, written, used);
  }
  const { mode, written, libraries } = await applyBlock(dependencies, range, block.seqno, block);
  // Applied again it would find other states, and leave other rows.
  dependencies.store.putRecord(keyOf(raw), Buffer.from([1]));
  dependencies.onBlock(mode);
  used.push(...(await confirmStateAfter(dependencies, range, block, mode)));
  return blockRecord(block, written, used, libraries);
}

/**
 * Whether this very block was applied to a state. Older stores have no root hash in the key. Such a key says nothing
 * about a block of a round: anybody may have sent another block with the same seqno.
 */
function isKnown(store: CellStore, raw: AnnouncedBlock): boolean {
  if (store.record(keyOf(raw)) !== undefined) return true;
  return raw.round === null && store.record(placeKeyOf(raw)) !== undefined;
}

function keyOf(raw: AnnouncedBlock): string {
  return `${placeKeyOf(raw)}/${raw.rootHash}`;
}

function placeKeyOf({ workchain, shard, seqno }: ShardPlace): string {
  return `loose/${workchain}/${shard}/${seqno}`;
}
