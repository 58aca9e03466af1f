import { type BlockRow, blocksTable, type MasterchainShardRow, masterchainShardsTable } from '@tonriver/row-schema';
import { nameOf, type Problem, type RowName, valueText } from './finding.ts';
import type { RoundRange } from './proof.ts';
import { checkShardCover } from './shard-cover.ts';

export type LinkedBlock = Pick<
  BlockRow,
  | 'workchain'
  | 'shard'
  | 'seqno'
  | 'rootHash'
  | 'fileHash'
  | 'mcBlockSeqno'
  | 'genUtime'
  | 'startLt'
  | 'endLt'
  | 'prevCount'
  | 'prev1Shard'
  | 'prev1Seqno'
  | 'prev1RootHash'
  | 'prev1FileHash'
  | 'prev2Shard'
  | 'prev2Seqno'
  | 'prev2RootHash'
  | 'prev2FileHash'
  | 'rowVersion'
>;

/** Everything needed to check one round. */
export interface RoundLinks {
  readonly round: number;
  readonly range: RoundRange;
  /** Blocks of this round and of its neighbours, by `linkKey`. */
  readonly blocks: ReadonlyMap<string, LinkedBlock>;
  readonly tops: readonly MasterchainShardRow[];
  /** Undefined in the first round of a range. */
  readonly previousTops: readonly MasterchainShardRow[] | undefined;
  /** Undefined in the last round of a range. */
  readonly nextTops: readonly MasterchainShardRow[] | undefined;
}

export function linkKey(block: { readonly workchain: number; readonly shard: bigint; readonly seqno: number }): string {
  return `${block.workchain}:${block.shard}:${block.seqno}`;
}

const WHOLE_SHARD = -(2n ** 63n);

/** A block as another row names it. */
interface Reference {
  readonly workchain: number;
  readonly shard: bigint;
  readonly seqno: number;
  readonly rootHash: Uint8Array;
  readonly fileHash: Uint8Array;
  readonly namedBy: RowName;
}

/**
 * Checks one round: its masterchain block follows the one before, its tops are blocks that are stored or that were tops
 * before the range began, and the walk from its tops back to those of the round before meets all of its blocks and no
 * others.
 */
export function* checkRoundLinks(links: RoundLinks, count: (what: string, by: number) => void): Generator<Problem> {
  const { round, range, blocks, tops } = links;
  const masterchain = blocks.get(linkKey({ workchain: -1, shard: WHOLE_SHARD, seqno: round }));
  if (masterchain !== undefined) {
    yield* checkMasterchainLink(links, masterchain, count);
    for (const top of tops) {
      if (top.rowVersion === masterchain.rowVersion) continue;
      const problem = `row_version is ${top.rowVersion}; that of its masterchain block is ${masterchain.rowVersion}`;
      yield { ...nameOf(masterchainShardsTable, top), columns: ['row_version'], problem };
    }
  }
  yield* checkShardCover(links);
  for (const top of tops) yield* checkTop(links, top);
  const reached = yield* walk(links, count);
  for (const block of blocks.values()) {
    if (block.mcBlockSeqno !== round || block.workchain === -1 || reached.has(linkKey(block))) continue;
    yield {
      ...nameOf(blocksTable, block),
      columns: ['mc_block_seqno'],
      problem: `says it is of round ${round} (${range.first} to ${range.last}), whose shard tops do not lead to it`,
    };
  }
}

function* checkMasterchainLink(
  { blocks, round, range }: RoundLinks,
  block: LinkedBlock,
  count: (what: string, by: number) => void,
): Generator<Problem> {
  const before = blocks.get(linkKey({ workchain: -1, shard: WHOLE_SHARD, seqno: round - 1 }));
  if (before === undefined) {
    if (round === range.first) count('predecessors before a range (exempt)', 1);
    return;
  }
  for (const reference of referencesOf(block)) yield* checkNamed(reference, before);
}

/** Returns the blocks that a block names as its predecessors. */
function referencesOf(block: LinkedBlock): readonly Reference[] {
  const { workchain } = block;
  const namedBy = nameOf(blocksTable, block);
  const first = {
    workchain,
    shard: block.prev1Shard,
    seqno: block.prev1Seqno,
    rootHash: block.prev1RootHash,
    fileHash: block.prev1FileHash,
    namedBy,
  };
  const { prev2Shard, prev2Seqno, prev2RootHash, prev2FileHash } = block;
  if (prev2Shard === null || prev2Seqno === null || prev2RootHash === null || prev2FileHash === null) return [first];
  const second = { workchain, shard: prev2Shard, seqno: prev2Seqno, rootHash: prev2RootHash, fileHash: prev2FileHash };
  return [first, { ...second, namedBy }];
}

/** Checks that the hashes by which a block is named are those of the stored block. */
function* checkNamed(reference: Reference, block: LinkedBlock): Generator<Problem> {
  for (const [what, named, stored] of [
    ['root_hash', reference.rootHash, block.rootHash],
    ['file_hash', reference.fileHash, block.fileHash],
  ] as const) {
    if (stored === null || Buffer.compare(named, stored) === 0) continue;
    yield {
      ...reference.namedBy,
      problem: `names ${what} ${valueText(named)} for (${linkKey(block)}); stored is ${valueText(stored)}`,
      or: nameOf(blocksTable, block),
    };
  }
}

/** Checks a row of the shard configuration against its block, and against the same row of the round before. */
function* checkTop({ blocks, previousTops, nextTops }: RoundLinks, top: MasterchainShardRow): Generator<Problem> {
  const name = nameOf(masterchainShardsTable, top);
  const block = blocks.get(linkKey(top));
  const others = [block, ...[previousTops, nextTops].map((rows) => rows?.find((row) => linkKey(row) === linkKey(top)))];
  for (const other of others) {
    if (other === undefined) continue;
    const differing = (
      [
        ['root_hash', top.rootHash, other.rootHash],
        ['file_hash', top.fileHash, other.fileHash ?? top.fileHash],
        ['start_lt', top.startLt, other.startLt],
        ['end_lt', top.endLt, other.endLt],
        ['gen_utime', top.genUtime, other.genUtime],
      ] as const
    ).filter(([, said, known]) => valueText(said) !== valueText(known));
    if (differing.length === 0) continue;
    const or =
      'mcBlockSeqno' in other && 'prevCount' in other
        ? nameOf(blocksTable, other)
        : nameOf(masterchainShardsTable, other);
    const texts = differing.map(([column, said, known]) => `${column} is ${valueText(said)}, not ${valueText(known)}`);
    yield { ...name, columns: differing.map(([column]) => column), problem: texts.join('; '), or };
    return;
  }
}

/** Walks from the tops of the round back to those of the round before it. */
function* walk(
  { round, range, blocks, tops, previousTops }: RoundLinks,
  count: (what: string, by: number) => void,
): Generator<Problem, ReadonlySet<string>> {
  const known = new Map(previousTops?.map((top) => [linkKey(top), top]));
  const reached = new Set<string>();
  const waiting: Reference[] = tops.map((top) => ({ ...top, namedBy: nameOf(masterchainShardsTable, top) }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const key = linkKey(next);
    const top = known.get(key);
    if (top !== undefined) {
      if (Buffer.compare(top.rootHash, next.rootHash) !== 0) {
        const problem = `names root_hash ${valueText(next.rootHash)} for (${key}), the round before another`;
        yield { ...next.namedBy, problem, or: nameOf(masterchainShardsTable, top) };
      }
      continue;
    }
    if (reached.has(key)) continue;
    if (next.seqno === 0) {
      count('zero states named as predecessors (exempt)', 1);
      continue;
    }
    const block = blocks.get(key);
    const isFirst = round === range.first && round > 1;
    if (isFirst && block?.mcBlockSeqno !== round) {
      count('predecessors before a range (exempt)', 1);
      continue;
    }
    if (block === undefined) {
      yield { ...nameOf(blocksTable, next), problem: `is missing in round ${round}`, or: next.namedBy };
      continue;
    }
    reached.add(key);
    yield* checkNamed(next, block);
    if (block.mcBlockSeqno !== round) {
      const problem = `says it is of round ${block.mcBlockSeqno}; round ${round} is the first to reference it`;
      yield { ...nameOf(blocksTable, block), columns: ['mc_block_seqno'], problem };
      continue;
    }
    waiting.push(...referencesOf(block));
  }
  return reached;
}
