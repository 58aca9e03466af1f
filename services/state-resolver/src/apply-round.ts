import type { RawBlock } from '@tonriver/events';
import { type ActivateDependencies, activateState, activationKey } from './activate-state.ts';
import { applyBlock, isMasterchain, type ResolveMode } from './apply-block.ts';
import {
  compareBySeqno,
  decodeStateBlock,
  type RefusedBlock,
  type ShardPlace,
  type StateBlock,
} from './decode-block.ts';
import { type InitialState, unnamed } from './initial-states.ts';
import { dropTops, findTop, type ResolvedRange } from './resolved-range.ts';
import { hashToHex } from '@tonriver/chain-model';

export interface ApplyRoundDependencies extends ActivateDependencies {
  readonly initialStates: readonly InitialState[];
  readonly onBlock: (mode: ResolveMode | 'alone' | 'refused') => void;
  /** A block that the parser has buried: what comes after it in its shard is resolved account by account. */
  readonly onRefused: (place: ShardPlace, refused: RefusedBlock) => void;
}

/** A round as it was published. */
export interface RawRound {
  readonly seqno: number;
  readonly blocks: readonly RawBlock[];
}

/** Resolves the round that follows the range's last. The range is changed; nothing is durable yet. */
export async function applyRound(
  dependencies: ApplyRoundDependencies,
  range: ResolvedRange,
  round: RawRound,
): Promise<void> {
  const isFirst = range.last < range.first;
  if (isFirst && range.first === 1) await activateZeroStates(dependencies, range);
  let tops: readonly ShardPlace[] | undefined;
  // A parent comes before its halves, whatever the order of their names.
  for (const raw of round.blocks.toSorted(compareBySeqno)) {
    const block = decodeStateBlock(raw);
    if ('refusal' in block) {
      refuse(dependencies, range, raw, block);
      continue;
    }
    if (isMasterchain(block)) tops = block.shardTops;
    await activateBefore(dependencies, range, block);
    const mode = applyBlock(dependencies, range, round.seqno, block);
    if (mode === 'accounts') range.isComplete = false;
    dependencies.onBlock(mode);
    await holdAgainst(dependencies, range, block, mode);
  }
  if (isFirst && tops?.every((top) => findTop(range, top) !== undefined) !== true) range.isComplete = false;
  range.last = round.seqno;
}

function refuse(
  { store, onBlock, onRefused }: ApplyRoundDependencies,
  range: ResolvedRange,
  raw: RawBlock,
  refused: RefusedBlock,
): void {
  range.isComplete = false;
  dropTops(store, range, raw.workchain, raw.shard);
  if (isMasterchain(raw)) delete range.libraries;
  onBlock('refused');
  onRefused(raw, refused);
}

/** All workchains begin before round 1, also those whose first block comes later. */
async function activateZeroStates(dependencies: ApplyRoundDependencies, range: ResolvedRange): Promise<void> {
  for (const initial of dependencies.initialStates) {
    if (initial.seqno === 0) await activateState(dependencies, range, initial);
  }
}

/** The states that a block starts from are named by it: those that were given are used, or found to be others. */
export async function activateBefore(
  dependencies: ApplyRoundDependencies,
  range: ResolvedRange,
  { bag, update, previous }: StateBlock,
): Promise<void> {
  for (const [index, place] of previous.entries()) {
    const initial = findInitial(dependencies, place);
    if (initial === undefined || findTop(range, place) !== undefined) continue;
    const named = previous.length === 1 ? update.oldHash : bag.hash(bag.ref(update.oldRoot, index), 0);
    if (hashToHex(named) !== initial.hash) {
      throw unnamed(initial.origin, `the block after it starts from ${hashToHex(named)}`);
    }
    await activateState(dependencies, range, initial);
  }
}

/** A state that was given and is the one that this block leaves: now it is named, and used if it was not known. */
export async function holdAgainst(
  dependencies: ApplyRoundDependencies,
  range: ResolvedRange,
  block: StateBlock,
  mode: ResolveMode | 'alone',
): Promise<void> {
  const initial = findInitial(dependencies, block);
  if (initial === undefined) return;
  const named = hashToHex(block.update.newHash);
  if (named !== initial.hash) throw unnamed(initial.origin, `its block leaves the state ${named}`);
  if (mode !== 'whole') await activateState(dependencies, range, initial);
  else dependencies.store.putRecord(activationKey(initial.hash), Buffer.from(initial.origin));
}

function findInitial({ initialStates }: ApplyRoundDependencies, place: ShardPlace): InitialState | undefined {
  return initialStates.find(
    ({ workchain, shard, seqno }) => workchain === place.workchain && shard === place.shard && seqno === place.seqno,
  );
}
