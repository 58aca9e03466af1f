import { type BlockKey, type BlockSource, blockKeyText, masterchainKey } from './block-source.ts';
import { type Network, shardToSigned } from '@tonriver/chain-model';
import { type CheckedBlock, checkBlock, confirmBlock, type Expectation, hex, isSame } from './check-block.ts';
import { ChainError } from './chain-error.ts';
import { previousBlocksOf } from './previous-blocks-of.ts';
import { expectedShardTops } from './shard-tops.ts';

/** One masterchain block and every shard block that it newly references. */
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

/** Far more than any network makes between two masterchain blocks; a walk that goes on longer follows a lie. */
const ROUND_BLOCKS_MAX = 8192;

/**
 * Continuity: builds rounds from a source: checks hashes and links, walks from the shard tops of a masterchain block
 * back to those of the one before. A top with seqno 0 is a zero state, never a missing block.
 *
 * Guarantee: a round is whole and every block in it is named, by hash, by the masterchain block or by another block of
 * the round. Not promised: that the masterchain block itself was signed by validators.
 */
export function createRoundBuilder({ source, network }: { readonly source: BlockSource; readonly network: Network }) {
  // Shard blocks of a round that waits for others: they are not read again when it is tried again.
  let unfinished: { readonly seqno: number; readonly blocks: Map<string, CheckedBlock> } | undefined;
  const fetch = async (expectation: Expectation, kept: Map<string, CheckedBlock>): Promise<CheckedBlock> => {
    const name = blockKeyText(expectation.key);
    const known = kept.get(name);
    if (known !== undefined) return confirmBlock(known, expectation);
    const found = await source.block(expectation.key);
    if (found !== undefined) {
      const checked = checkBlock(found, network, expectation);
      kept.set(name, checked);
      return checked;
    }
    throw new ChainError('missing_block', `Block ${name} is missing; ${expectation.namedBy} names it`, {
      block: name,
      rootHash: hex(expectation.rootHash),
    });
  };

  // Every masterchain block is needed three times: as itself, as the one before and as the one that names it.
  const recent = new Map<number, CheckedBlock>();
  const unconfirmed = async (seqno: number): Promise<CheckedBlock | undefined> => {
    const known = recent.get(seqno);
    if (known !== undefined) return known;
    const found = await source.block(masterchainKey(seqno));
    if (found === undefined) return undefined;
    const checked = checkBlock(found, network);
    for (const old of recent.keys()) if (Math.abs(old - seqno) > 2) recent.delete(old);
    recent.set(seqno, checked);
    return checked;
  };

  /** The file is checked against the hash that the next block names, where the source has it. */
  const masterchainBlock = async (seqno: number): Promise<CheckedBlock | undefined> => {
    const checked = await unconfirmed(seqno);
    const next = checked === undefined ? undefined : await unconfirmed(seqno + 1);
    const [expectation] = next === undefined ? [] : previousBlocksOf(next);
    return checked === undefined || expectation === undefined ? checked : confirmBlock(checked, expectation);
  };

  /** @param previous the masterchain block before, undefined for the first block of the chain */
  const build = async (masterchain: CheckedBlock, previous: CheckedBlock | undefined): Promise<Round> => {
    checkMasterchainLink(masterchain, previous, network);
    const { seqno } = masterchain.key;
    if (unfinished?.seqno !== seqno) unfinished = { seqno, blocks: new Map() };
    const kept = unfinished.blocks;
    const before = previous === undefined ? [] : expectedShardTops(previous);
    const after = expectedShardTops(masterchain);
    const known = new Map(before.map((top) => [keyOf(top), top]));
    const shardBlocks = new Map<string, CheckedBlock>();
    const waiting: Expectation[] = [...after];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const name = keyOf(next);
      const reached = known.get(name) ?? shardBlocks.get(name);
      if (reached !== undefined && !isSame(reached.rootHash, next.rootHash)) {
        throw brokenLink(name, next.namedBy, reached.rootHash, next.rootHash);
      }
      if (reached !== undefined || next.key.seqno === 0) continue;
      if (shardBlocks.size >= ROUND_BLOCKS_MAX) {
        throw new ChainError('broken_link', `Round ${seqno} does not come back to the round before it`, {
          round: seqno,
          blocksMax: ROUND_BLOCKS_MAX,
        });
      }
      const block = await fetch(next, kept);
      shardBlocks.set(name, block);
      waiting.push(...previousBlocksOf(block));
    }
    unfinished = undefined;
    return {
      seqno,
      blocks: [masterchain, ...[...shardBlocks.values()].toSorted(byShard)],
      topsBefore: before.map(({ key }) => key),
      topsAfter: after.map(({ key }) => key),
      previous,
    };
  };
  return { masterchainBlock, build };
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
      `${blockKeyText(block.key)} from ${block.origin} begins another chain than ${network.name}: ` +
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

function keyOf({ key }: Expectation): string {
  return blockKeyText(key);
}

function byShard(left: CheckedBlock, right: CheckedBlock): number {
  if (left.key.workchain !== right.key.workchain) return left.key.workchain - right.key.workchain;
  const [leftShard, rightShard] = [shardToSigned(left.key.shard), shardToSigned(right.key.shard)];
  if (leftShard !== rightShard) return leftShard < rightShard ? -1 : 1;
  return left.key.seqno - right.key.seqno;
}
