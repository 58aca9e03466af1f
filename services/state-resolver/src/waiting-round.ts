import type { RawBlock } from '@tonriver/events';
import type { AnnouncedBlock } from './apply-round.ts';
import type { RefusedBlock, ShardTop, StateBlock } from './decode-block.ts';

/** Where a record lies in the log. */
export interface RecordPlace {
  readonly partition: number;
  readonly offset: bigint;
}

/** A record that waits for the turn of its round. */
export interface WaitingBlock {
  readonly place: RecordPlace;
  readonly index: number;
  readonly blockCount: number;
  /** Checked when the block is read. */
  readonly announced: AnnouncedBlock;
  readonly byteLength: number;
  /** Null when the bytes are to be read from the log again. */
  boc: Uint8Array | null;
  /** Undefined until the block was read. */
  verdict: 'readable' | RefusedBlock | undefined;
  /** Of a masterchain block that was read: root hashes of the blocks that it says to be new in its round. */
  namedBlocks: ReadonlySet<string>;
}

/** The records of a round that announce the same number of blocks. */
export interface Variant {
  readonly blockCount: number;
  /** Index → copies that are not refused, in the order in which they came. An index that was seen has a set. */
  readonly copies: Map<number, Set<WaitingBlock>>;
  /** Index → the first copy that was refused. */
  readonly refused: Map<number, WaitingBlock>;
  /** Number of indexes with copies that are not refused. */
  openIndexCount: number;
  /** Whether a choice was made and was not whole. It is made again when another copy comes. */
  isTried: boolean;
}

/** All records of a round. Answers that are asked for with every record are kept up to date, not computed anew. */
export interface WaitingRound {
  /** By place. No record takes the place of another, whatever it announces. */
  readonly blocks: Map<string, WaitingBlock>;
  /** By the announced number of blocks. */
  readonly variants: Map<number, Variant>;
  /** Variants with a record for each index, refused or not. */
  readonly full: Set<Variant>;
  /** Variants with a record that is not refused for each index, and not tried. */
  readonly ready: Set<Variant>;
  /** Records of index 0, the place of the masterchain block, that are not refused. */
  readonly masterchainBlocks: Set<WaitingBlock>;
  /** Where its last record lies. */
  lastPlace: RecordPlace;
  /** Whether the log has moved on past the round: no more copies of refused blocks are waited for. */
  isPassed: boolean;
}

const noHashes: ReadonlySet<string> = new Set();

export function createWaitingRound(lastPlace: RecordPlace): WaitingRound {
  const [full, ready, masterchainBlocks] = [new Set<Variant>(), new Set<Variant>(), new Set<WaitingBlock>()];
  return { blocks: new Map(), variants: new Map(), full, ready, masterchainBlocks, lastPlace, isPassed: false };
}

export function waitingBlock(
  { boc, ...announced }: RawBlock,
  { index, blockCount }: Pick<WaitingBlock, 'index' | 'blockCount'>,
  place: RecordPlace,
): WaitingBlock {
  return {
    place,
    index,
    blockCount,
    announced,
    byteLength: boc.length,
    boc,
    verdict: undefined,
    namedBlocks: noHashes,
  };
}

export function addBlock(round: WaitingRound, block: WaitingBlock): void {
  const { index, blockCount, place } = block;
  const variant = round.variants.get(blockCount) ?? newVariant(blockCount);
  round.variants.set(blockCount, variant);
  const copies = variant.copies.get(index) ?? new Set();
  variant.copies.set(index, copies);
  round.blocks.set(placeKey(place), block);
  if (isBehind(round.lastPlace, place)) round.lastPlace = place;
  if (isRefused(block)) {
    if (!variant.refused.has(index)) variant.refused.set(index, block);
  } else {
    if (copies.size === 0) variant.openIndexCount += 1;
    copies.add(block);
    if (index === 0) round.masterchainBlocks.add(block);
    variant.isTried = false;
  }
  updateReadiness(round, variant);
}

export function refuseBlock(round: WaitingRound, block: WaitingBlock, refused: RefusedBlock): void {
  block.verdict = refused;
  round.masterchainBlocks.delete(block);
  const variant = round.variants.get(block.blockCount)!;
  if (!variant.refused.has(block.index)) variant.refused.set(block.index, block);
  const copies = variant.copies.get(block.index)!;
  if (copies.delete(block) && copies.size === 0) variant.openIndexCount -= 1;
  updateReadiness(round, variant);
}

export function markReadable(block: WaitingBlock, { shardTops }: StateBlock): void {
  block.verdict = 'readable';
  const isNew = ({ seqno, registeredAt }: ShardTop): boolean =>
    seqno > 0 && registeredAt === block.announced.round?.seqno;
  if (block.index === 0) block.namedBlocks = new Set(shardTops.filter(isNew).map(({ rootHash }) => rootHash));
}

export function markTried(round: WaitingRound, variant: Variant): void {
  variant.isTried = true;
  updateReadiness(round, variant);
}

/** Returns the blocks of a round that lie in a partition from an offset on. */
export function blocksFrom({ blocks }: WaitingRound, { partition, offset }: RecordPlace): readonly WaitingBlock[] {
  return [...blocks.values()].filter(({ place }) => place.partition === partition && place.offset >= offset);
}

/** Builds the round anew without some of its blocks. At least one must be left. */
export function withoutBlocks({ blocks, isPassed }: WaitingRound, gone: readonly WaitingBlock[]): WaitingRound {
  const isGone = new Set(gone);
  const left = [...blocks.values()].filter((block) => !isGone.has(block));
  const round = createWaitingRound(left[0]!.place);
  for (const block of left) addBlock(round, block);
  return Object.assign(round, { isPassed });
}

/** Whether the round may be read: each index has a readable block as far as is known, or the log has moved past it. */
export function isComplete({ isPassed, full, ready }: WaitingRound): boolean {
  return isPassed ? full.size > 0 : ready.size > 0;
}

export function isRefused({ verdict }: WaitingBlock): boolean {
  return verdict !== undefined && verdict !== 'readable';
}

/** Whether the second place lies behind the first in the same partition. */
export function isBehind(one: RecordPlace, other: RecordPlace): boolean {
  return one.partition === other.partition && other.offset > one.offset;
}

export function placeKey({ partition, offset }: RecordPlace): string {
  return `${partition}@${offset}`;
}

function newVariant(blockCount: number): Variant {
  return { blockCount, copies: new Map(), refused: new Map(), openIndexCount: 0, isTried: false };
}

function updateReadiness({ full, ready }: WaitingRound, variant: Variant): void {
  const { copies, blockCount, openIndexCount, isTried } = variant;
  if (copies.size === blockCount) full.add(variant);
  if (openIndexCount === blockCount && !isTried) ready.add(variant);
  else ready.delete(variant);
}
