import type { RawBlock } from '@tonriver/events';
import type { BlockNames } from './apply-round.ts';
import type { RefusedBlock, ShardTop, StateBlock } from './decode-block.ts';

/** Where a record lies, to read it again. */
export interface RecordPlace {
  readonly partition: number;
  readonly offset: bigint;
}

/** A record that waits for the turn of its round. */
export interface WaitingBlock {
  readonly place: RecordPlace;
  readonly index: number;
  readonly blockCount: number;
  /** As its record says; checked when it is read. */
  readonly names: BlockNames;
  readonly byteLength: number;
  /** Null when it is to be read again. */
  boc: Uint8Array | null;
  /** What came out when it was read; undefined before. */
  verdict: 'readable' | RefusedBlock | undefined;
  /** Root hashes of blocks that a masterchain block, once it was read, says to be new in its round. */
  named: ReadonlySet<string>;
}

/** The records that agree in how many blocks a round has. */
export interface Variant {
  readonly blockCount: number;
  /** By index, in the order in which they came: those that are not refused. There is a set for each index seen. */
  readonly copies: Map<number, Set<WaitingBlock>>;
  /** By index: the first that was refused. */
  readonly refused: Map<number, WaitingBlock>;
  /** Indexes with copies that are not refused. */
  openCount: number;
  /** No choice among the copies was whole: it is tried again when another comes. */
  isTried: boolean;
}

/** All records of a round. What can be asked of it for every record that comes is kept up to date, not counted anew. */
export interface WaitingRound {
  /** By their places. What records say of each other counts for nothing: none takes the place of another. */
  readonly blocks: Map<string, WaitingBlock>;
  /** By the number of blocks. */
  readonly variants: Map<number, Variant>;
  /** Variants with a record for each index. */
  readonly full: Set<Variant>;
  /** Those of them with a record for each index that is not refused, and not tried. */
  readonly ready: Set<Variant>;
  /** Records of the first block, the masterchain's, that are not refused. */
  readonly heads: Set<WaitingBlock>;
  /** The last record in its partition. */
  last: RecordPlace;
  /** The log has gone on behind blocks that cannot be read: what is there now is all that comes. */
  isPassed: boolean;
}

const noHashes: ReadonlySet<string> = new Set();

export function createWaitingRound(last: RecordPlace): WaitingRound {
  const [full, ready, heads] = [new Set<Variant>(), new Set<Variant>(), new Set<WaitingBlock>()];
  return { blocks: new Map(), variants: new Map(), full, ready, heads, last, isPassed: false };
}

export function waitingBlock(
  { boc, ...names }: RawBlock,
  { index, blockCount }: Pick<WaitingBlock, 'index' | 'blockCount'>,
  place: RecordPlace,
): WaitingBlock {
  return { place, index, blockCount, names, byteLength: boc.length, boc, verdict: undefined, named: noHashes };
}

export function addBlock(round: WaitingRound, block: WaitingBlock): void {
  const { index, blockCount, place } = block;
  const variant = round.variants.get(blockCount) ?? newVariant(blockCount);
  round.variants.set(blockCount, variant);
  const copies = variant.copies.get(index) ?? new Set();
  variant.copies.set(index, copies);
  round.blocks.set(nameOf(place), block);
  if (isBehind(round.last, place)) round.last = place;
  if (isRefused(block)) {
    if (!variant.refused.has(index)) variant.refused.set(index, block);
  } else {
    if (copies.size === 0) variant.openCount += 1;
    copies.add(block);
    if (index === 0) round.heads.add(block);
    variant.isTried = false;
  }
  sortIn(round, variant);
}

export function refuseBlock(round: WaitingRound, block: WaitingBlock, refused: RefusedBlock): void {
  block.verdict = refused;
  round.heads.delete(block);
  const variant = round.variants.get(block.blockCount)!;
  if (!variant.refused.has(block.index)) variant.refused.set(block.index, block);
  const copies = variant.copies.get(block.index)!;
  if (copies.delete(block) && copies.size === 0) variant.openCount -= 1;
  sortIn(round, variant);
}

export function markReadable(block: WaitingBlock, { shardTops }: StateBlock): void {
  block.verdict = 'readable';
  const isNew = ({ seqno, registeredAt }: ShardTop): boolean => seqno > 0 && registeredAt === block.names.round?.seqno;
  if (block.index === 0) block.named = new Set(shardTops.filter(isNew).map(({ rootHash }) => rootHash));
}

export function markTried(round: WaitingRound, variant: Variant): void {
  variant.isTried = true;
  sortIn(round, variant);
}

/** The round with what is kept of it. */
export function roundOf(blocks: readonly WaitingBlock[], isPassed: boolean): WaitingRound {
  const round = createWaitingRound(blocks[0]!.place);
  for (const block of blocks) addBlock(round, block);
  return Object.assign(round, { isPassed });
}

export function isComplete({ isPassed, full, ready }: WaitingRound): boolean {
  return isPassed ? full.size > 0 : ready.size > 0;
}

export function isRefused({ verdict }: WaitingBlock): boolean {
  return verdict !== undefined && verdict !== 'readable';
}

export function isBehind(one: RecordPlace, other: RecordPlace): boolean {
  return one.partition === other.partition && other.offset > one.offset;
}

export function nameOf({ partition, offset }: RecordPlace): string {
  return `${partition}@${offset}`;
}

function newVariant(blockCount: number): Variant {
  return { blockCount, copies: new Map(), refused: new Map(), openCount: 0, isTried: false };
}

function sortIn({ full, ready }: WaitingRound, variant: Variant): void {
  const { copies, blockCount, openCount, isTried } = variant;
  if (copies.size === blockCount) full.add(variant);
  if (openCount === blockCount && !isTried) ready.add(variant);
  else ready.delete(variant);
}
