import { type Network, shardToSigned } from '@tonriver/chain-model';
import { type BlockKey, type BlockSource, blockKeyText } from './block-source.ts';
import { type CheckedBlock, checkBlock, confirmBlock, type Expectation, hex, isSame } from './check-block.ts';
import { ChainError } from './chain-error.ts';
import { createMasterchainReader } from './masterchain-blocks.ts';
import { previousBlocksOf } from './previous-blocks-of.ts';
import { expectedShardTops } from './shard-tops.ts';

/** A masterchain block with the shard blocks that are new in it. */
export interface Round {
  readonly seqno: number;
  /** The masterchain block first, then shard blocks by workchain, shard (signed) and seqno. */
  readonly blocks: readonly CheckedBlock[];
  /** The newest block of every shard before the round, and after it. */
  readonly topsBefore: readonly BlockKey[];
  readonly topsAfter: readonly BlockKey[];
  /** The masterchain block before; undefined for the first round of the chain. */
  readonly previous: CheckedBlock | undefined;
}

/** Far more blocks than a network makes between two masterchain blocks: a longer walk follows false links. */
const ROUND_BLOCKS_MAX = 8192;

/** Reads the block that an expectation names. @throws {ChainError} `missing_block`, or that it is another one */
type ReadExpected = (expectation: Expectation) => Promise<CheckedBlock>;

/**
 * Continuity: builds rounds from a source. Checks hashes and links, and walks from the shard tops of a masterchain
 * block back to those of the one before. A top with seqno 0 is a zero state and not a block.
 *
 * Guarantee: a round is complete, and every block in it is named by hash, by the masterchain block or by another block
 * of the round. Not guaranteed: that validators signed the masterchain block.
 */
export function createRoundBuilder({ source, network }: { readonly source: BlockSource; readonly network: Network }) {
  // Shard blocks of an incomplete round, which are not read again at the next attempt.
  let unfinished: { readonly seqno: number; readonly blocks: Map<string, CheckedBlock> } | undefined;
  const readOrKept = async (expectation: Expectation, kept: Map<string, CheckedBlock>): Promise<CheckedBlock> => {
    const name = blockKeyText(expectation.key);
    const known = kept.get(name);
    if (known !== undefined) return confirmBlock(known, expectation);
    const found = await source.block(expectation.key);
    if (found === undefined) {
      const fields = { block: name, rootHash: hex(expectation.rootHash) };
      throw new ChainError('missing_block', `Block ${name} is missing; ${expectation.namedBy} names it`, fields);
    }
    const checked = checkBlock(found, network, expectation);
    kept.set(name, checked);
    return checked;
  };
  return {
    masterchainBlock: createMasterchainReader({ source, network }),
    /** @param previous the masterchain block before, undefined for the first block of the chain */
    async build(masterchain: CheckedBlock, previous: CheckedBlock | undefined): Promise<Round> {
      checkMasterchainLink(masterchain, previous, network);
      const { seqno } = masterchain.key;
      if (unfinished?.seqno !== seqno) unfinished = { seqno, blocks: new Map() };
      const { blocks: kept } = unfinished;
      const before = previous === undefined ? [] : expectedShardTops(previous);
      const after = expectedShardTops(masterchain);
      const shardBlocks = await readShardBlocks({ seqno, before, after }, (next) => readOrKept(next, kept));
      unfinished = undefined;
      return {
        seqno,
        blocks: [masterchain, ...shardBlocks],
        topsBefore: before.map(({ key }) => key),
        topsAfter: after.map(({ key }) => key),
        previous,
      };
    },
  };
}

/** Walks from the shard tops of a round back to those of the round before. Returns the shard blocks, sorted. */
async function readShardBlocks(
  {
    seqno,
    before,
    after,
  }: { readonly seqno: number; readonly before: readonly Expectation[]; readonly after: readonly Expectation[] },
  read: ReadExpected,
): Promise<readonly CheckedBlock[]> {
  const topsBefore = new Map(before.map((top) => [blockKeyText(top.key), top]));
  const shardBlocks = new Map<string, CheckedBlock>();
  const waiting: Expectation[] = [...after];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const name = blockKeyText(next.key);
    const reached = topsBefore.get(name) ?? shardBlocks.get(name);
    if (reached !== undefined && !isSame(reached.rootHash, next.rootHash)) {
      throw brokenLink(name, next.namedBy, reached.rootHash, next.rootHash);
    }
    if (reached !== undefined || next.key.seqno === 0) continue;
    if (shardBlocks.size >= ROUND_BLOCKS_MAX) {
      const fields = { round: seqno, blocksMax: ROUND_BLOCKS_MAX };
      throw new ChainError('broken_link', `The links of round ${seqno} do not lead to the round before it`, fields);
    }
    const block = await read(next);
    shardBlocks.set(name, block);
    waiting.push(...previousBlocksOf(block));
  }
  return [...shardBlocks.values()].toSorted(byShard);
}

export type RoundBuilder = ReturnType<typeof createRoundBuilder>;

/** Block 1 names the zero state of the network; every other block names the one before it. */
function checkMasterchainLink(block: CheckedBlock, previous: CheckedBlock | undefined, network: Network): void {
  const [named] = previousBlocksOf(block);
  if (named === undefined) return;
  if (previous !== undefined) {
    if (!isSame(named.rootHash, previous.rootHash)) {
      throw brokenLink(blockKeyText(previous.key), named.namedBy, previous.rootHash, named.rootHash);
    }
    return;
  }
  const isZeroState =
    isSame(named.rootHash, network.zeroStateRootHash) &&
    isSame(named.fileHash ?? new Uint8Array(), network.zeroStateFileHash);
  if (!isZeroState) {
    throw new ChainError(
      'wrong_network',
      `${blockKeyText(block.key)} from ${block.origin} does not begin the chain of ${network.name}: ` +
        `its zero state is ${hex(named.rootHash)}, that of ${network.name} ${hex(network.zeroStateRootHash)}`,
      { block: blockKeyText(block.key), origin: block.origin },
    );
  }
}

function brokenLink(block: string, namedBy: string, found: Uint8Array, named: Uint8Array): ChainError {
  return new ChainError('broken_link', `${namedBy} names ${block} as ${hex(named)}, but it is ${hex(found)}`, {
    block,
  });
}

function byShard(left: CheckedBlock, right: CheckedBlock): number {
  if (left.key.workchain !== right.key.workchain) return left.key.workchain - right.key.workchain;
  const [leftShard, rightShard] = [shardToSigned(left.key.shard), shardToSigned(right.key.shard)];
  if (leftShard !== rightShard) return leftShard < rightShard ? -1 : 1;
  return left.key.seqno - right.key.seqno;
}
