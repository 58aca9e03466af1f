import type { Cell } from '@tonriver/boc';
import type { GlobalVersion, Hash, ShardIdent } from '@tonriver/chain-model';
import type { TonriverError } from '@tonriver/errors';
import type { BlockSignature } from '../network/block-signatures.ts';
import type { NetworkConfig } from '../network/network-config.ts';
import type { SigningKey } from '../network/signing-key.ts';
import type { ValidatorGroup } from '../network/validator-group.ts';
import type { Random } from '../random.ts';
import type { BuiltBlock } from './assemble-block.ts';
import type { ShardWishes } from './load-history.ts';

/** One masterchain block with the shard blocks of its round. */
export interface Round {
  readonly seqno: number;
  /** The masterchain block, then the shard blocks in the order of their creation. */
  readonly blocks: readonly BuiltBlock[];
  /** Signatures of the masterchain block, with more than two thirds of the group's weight. */
  readonly signatures: readonly BlockSignature[];
  /** Why the config contract's data were ignored; null if they were not. */
  readonly configProblem: TonriverError | null;
}

/** The parts that all rounds of a chain use. */
export interface RoundTools {
  readonly globalId: number;
  readonly software: GlobalVersion;
  readonly random: Random;
  readonly groupOf: (config: NetworkConfig, shard: ShardIdent, catchainSeqno: number) => ValidatorGroup;
  readonly signerOf: (publicKey: Hash) => SigningKey | undefined;
}

/** Options of a shard block. */
export interface ShardBlockOptions {
  /** Seconds since 1970; default: the round's time. */
  readonly genUtime?: number;
  /** Lets the block import messages of blocks of this same round, which no node does between shards. */
  readonly importsSameRound?: boolean;
  /** The block starts behind this lt: transactions that are given can keep theirs. Default: behind its parents. */
  readonly startsBehindLt?: bigint;
}

/** The results of the masterchain block. */
export interface MasterchainOptions {
  /** `InMsg` cells of `importSpecial` for the amounts of `specialAmounts`; null where the amount is zero. */
  readonly recoverCreateMessage: Cell | null;
  readonly mintMessage: Cell | null;
  /** Planned wishes, which mean nothing in the masterchain; default: those that follow from the load. */
  readonly wishes?: ShardWishes;
}

/** The start lt of a block is a multiple of this. */
const LT_GRID = 1_000_000n;

/** Returns the first start lt after some lts. */
export function nextOnGrid(...lts: readonly bigint[]): bigint {
  const highest = lts.reduce((left, right) => (left > right ? left : right));
  return (highest / LT_GRID + 1n) * LT_GRID;
}
