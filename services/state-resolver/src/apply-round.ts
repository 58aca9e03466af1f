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
  /** A block that the parser has buried: what comes after it in its shard is resolved account by account. */
  readonly onRefused: (place: ShardPlace, refused: RefusedBlock) => void;
  /** A block names another state in the place of one that was given, which is then not used because of this block. */
  readonly onUnnamed: (initial: InitialState, reason: string) => void;
}

/** All that a record says of its block. */
export type BlockNames = Omit<RawBlock, 'boc'>;

/** A block that was taken for a place of its round: read when its turn comes, or why it cannot be. */
export type TakenBlock =
  | { readonly raw: BlockNames; readonly refused: null; readonly read: () => Promise<StateBlock> }
  | { readonly raw: BlockNames; readonly refused: RefusedBlock };

/** A block that can be read and was not taken. */
export interface OtherBlock {
  readonly raw: BlockNames;
  readonly state: StateBlock;
}

/** A round as it was published. */
export interface ReadRound {
  readonly seqno: number;
  readonly blocks: readonly TakenBlock[];
  /** Every block that its masterchain block says to be new is among them. */
  readonly hasNamed: boolean;
  /**
   * What else was announced as blocks of it and can be read: somebody says more or other than is true. One after the
   * other, since there may be more than memory has room for.
   */
  others(): AsyncIterable<OtherBlock>;
}

/**
 * Resolves the round that follows the range's last. The range is changed; nothing is durable yet.
 *
 * @returns what was done with each block
 */
export async function applyRound(
  dependencies: ApplyRoundDependencies,
  range: ResolvedRange,
  round: ReadRound,
): Promise<BlockRecord[]> {
  const isFirst = range.last < range.first;
  const records: BlockRecord[] = [];
  // Those of a block that cannot be read go with the next.
  let used: InitialState[] = [];
  if (isFirst && range.first === 1) used = await activateZeroStates(dependencies, range);
  let tops: readonly ShardPlace[] | undefined;
  // A parent comes before its halves, whatever the order of their names.
  for (const taken of round.blocks.toSorted((one, other) => compareBySeqno(one.raw, other.raw))) {
    if (taken.refused !== null) {
      refuse(dependencies, range, taken.raw, taken.refused);
      continue;
    }
    const block = await taken.read();
    if (isMasterchain(block)) tops = block.shardTops;
    used.push(...(await activateBefore(dependencies, range, block)));
    const { mode, written, libraries } = await applyBlock(dependencies, range, round.seqno, block);
    if (mode === 'accounts') range.isComplete = false;
    dependencies.onBlock(mode);
    used.push(...(await holdAgainst(dependencies, range, block, mode)));
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
  raw: BlockNames,
  refused: RefusedBlock,
): void {
  range.isComplete = false;
  dropTops(store, range, raw.workchain, raw.shard);
  if (isMasterchain(raw)) delete range.libraries;
  onBlock('refused');
  onRefused(raw, refused);
}

/** All workchains begin before round 1, also those whose first block comes later. */
async function activateZeroStates(dependencies: ApplyRoundDependencies, range: ResolvedRange): Promise<InitialState[]> {
  const zeroStates = dependencies.initialStates.filter(({ seqno }) => seqno === 0);
  for (const initial of zeroStates) await activateState(dependencies, range, initial);
  return zeroStates;
}

/**
 * The states that a block starts from are named by it: those that were given are used, or found to be others.
 *
 * @returns those that were used
 */
export async function activateBefore(
  dependencies: ApplyRoundDependencies,
  range: ResolvedRange,
  { previous, starts }: StateBlock,
): Promise<InitialState[]> {
  const used: InitialState[] = [];
  for (const [index, place] of previous.entries()) {
    const initial = findInitial(dependencies, place);
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
 * A state that was given and is the one that this block leaves: now it is named, and used if it was not known.
 *
 * @returns it, if it was used
 */
export async function holdAgainst(
  dependencies: ApplyRoundDependencies,
  range: ResolvedRange,
  block: StateBlock,
  mode: ResolveMode | 'alone',
): Promise<InitialState[]> {
  const initial = findInitial(dependencies, block);
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

function findInitial({ initialStates }: ApplyRoundDependencies, place: ShardPlace): InitialState | undefined {
  return initialStates.find(
    ({ workchain, shard, seqno }) => workchain === place.workchain && shard === place.shard && seqno === place.seqno,
  );
}
