import type { RawBlock } from '@tonriver/events';
import { activateState, activationKey } from './activate-state.ts';
import { applyBlock, type ApplyBlockDependencies, isMasterchain, type ResolveMode } from './apply-block.ts';
import { type BlockRecord, blockRecord } from './block-record.ts';
import { compareBySeqno, type RefusedBlock, type ShardPlace, type StateBlock } from './decode-block.ts';
import type { InitialState } from './initial-states.ts';
import { dropTops, findTop, type ResolvedRange } from './resolved-range.ts';
import { hashToHex } from '@tonriver/chain-model';

export interface ApplyRoundDependencies extends ApplyBlockDependencies {
  readonly initialStates: readonly InitialState[];
  readonly onBlock: (mode: ResolveMode | 'alone' | 'refused') => void;
  /** Called for a block that cannot be read. Its shard is resolved account by account from there on. */
  readonly onRefused: (place: ShardPlace, refused: RefusedBlock) => void;
  /** Called when a block names another state in the place of an initial one, which is then not used for this block. */
  readonly onUnnamed: (initial: InitialState, reason: string) => void;
}

/** A block as its record announces it, without its bytes. */
export type AnnouncedBlock = Omit<RawBlock, 'boc'>;

/** The block that was chosen for a place of its round: how to read it, or why it cannot be read. */
export type ChosenBlock =
  | { readonly raw: AnnouncedBlock; readonly refused: null; readonly read: () => Promise<StateBlock> }
  | { readonly raw: AnnouncedBlock; readonly refused: RefusedBlock };

/** A readable block that was not chosen. */
export interface OtherBlock {
  readonly raw: AnnouncedBlock;
  readonly state: StateBlock;
}

/** A round with a block for each place. */
export interface ChosenRound {
  readonly seqno: number;
  readonly blocks: readonly ChosenBlock[];
  /** Whether every block that the masterchain block says to be new is among them. */
  readonly hasAllNamedBlocks: boolean;
  /**
   * The other readable blocks that were announced for the round: some sender announced too much, or something wrong.
   * They are read one at a time, since all of them may be more than memory has room for.
   */
  otherBlocks(): AsyncIterable<OtherBlock>;
}

/**
 * Resolves the round that follows the range's last. The range is changed; nothing is durable yet.
 *
 * @returns what was done with each block
 */
export async function applyRound(
  dependencies: ApplyRoundDependencies,
  range: ResolvedRange,
  round: ChosenRound,
): Promise<BlockRecord[]> {
  const isFirst = range.last < range.first;
  const records: BlockRecord[] = [];
  // States that were used before an unreadable block are recorded with the next block.
  let used: InitialState[] = [];
  if (isFirst && range.first === 1) used = await activateZeroStates(dependencies, range);
  let tops: readonly ShardPlace[] | undefined;
  // A parent shard comes before its halves, in whatever order the records name them.
  for (const chosen of round.blocks.toSorted((one, other) => compareBySeqno(one.raw, other.raw))) {
    if (chosen.refused !== null) {
      refuse(dependencies, range, chosen.raw, chosen.refused);
      continue;
    }
    const block = await chosen.read();
    if (isMasterchain(block)) tops = block.shardTops;
    used.push(...(await activateStatesBefore(dependencies, range, block)));
    const { mode, written, libraries } = await applyBlock(dependencies, range, round.seqno, block);
    if (mode === 'accounts') range.isComplete = false;
    dependencies.onBlock(mode);
    used.push(...(await confirmStateAfter(dependencies, range, block, mode)));
    records.push(blockRecord(block, written, used, libraries));
    used = [];
  }
  if (isFirst && tops?.every((top) => findTop(range, top) !== undefined) !== true) range.isComplete = false;
  range.last = round.seqno;
  return records;
}

function refuse(
  { store, onBlock, onRefused }: ApplyRoundDependencies,
  range: ResolvedRange,
  raw: AnnouncedBlock,
  refused: RefusedBlock,
): void {
  range.isComplete = false;
  dropTops(store, range, raw.workchain, raw.shard);
  if (isMasterchain(raw)) delete range.libraries;
  onBlock('refused');
  onRefused(raw, refused);
}

/** Uses the zero states of all workchains, also of those whose first block comes later: all begin before round 1. */
async function activateZeroStates(dependencies: ApplyRoundDependencies, range: ResolvedRange): Promise<InitialState[]> {
  const zeroStates = dependencies.initialStates.filter(({ seqno }) => seqno === 0);
  for (const initial of zeroStates) await activateState(dependencies, range, initial);
  return zeroStates;
}

/**
 * Uses the initial states that a block names as the states before it. Reports those that are not the named ones.
 *
 * @returns the states that were used
 */
export async function activateStatesBefore(
  dependencies: ApplyRoundDependencies,
  range: ResolvedRange,
  { previous, starts }: StateBlock,
): Promise<InitialState[]> {
  const used: InitialState[] = [];
  for (const [index, place] of previous.entries()) {
    const initial = findInitialState(dependencies, place);
    if (initial === undefined || findTop(range, place) !== undefined) continue;
    const named = hashToHex(starts[index]!);
    if (named !== initial.hash) {
      // The network names the zero states: it is the block that is wrong.
      if (initial.seqno === 0) continue;
      dependencies.onUnnamed(initial, `the block after it starts from ${named}`);
      continue;
    }
    await activateState(dependencies, range, initial);
    used.push(initial);
  }
  return used;
}

/**
 * Compares an initial state with the state that its block leaves. Where they are the same, the initial state is used if
 * the block was not applied to a whole state.
 *
 * @returns the initial state, if it was used
 */
export async function confirmStateAfter(
  dependencies: ApplyRoundDependencies,
  range: ResolvedRange,
  block: StateBlock,
  mode: ResolveMode | 'alone',
): Promise<InitialState[]> {
  const initial = findInitialState(dependencies, block);
  if (initial === undefined) return [];
  const named = hashToHex(block.update.newHash);
  if (named !== initial.hash) {
    dependencies.onUnnamed(initial, `its block leaves the state ${named}`);
    return [];
  }
  if (mode !== 'whole') {
    await activateState(dependencies, range, initial);
    return [initial];
  }
  dependencies.store.putRecord(activationKey(initial.hash), Buffer.from(initial.origin));
  return [];
}

function findInitialState({ initialStates }: ApplyRoundDependencies, place: ShardPlace): InitialState | undefined {
  return initialStates.find(
    ({ workchain, shard, seqno }) => workchain === place.workchain && shard === place.shard && seqno === place.seqno,
  );
}
