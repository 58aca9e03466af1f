export type { AccountSource, IntendedCall, MasterchainPoint } from './account-source.ts';
export { AccountSourceError } from './account-source-error.ts';
export {
  type BlockKey,
  blockKeyText,
  type BlockListing,
  type BlockSource,
  compareBlockKeys,
  isListed,
  type ListedBlockSource,
  masterchainKey,
  type SourceBlock,
  type SourceHead,
} from './block-source.ts';
export { createRoundBuilder, type Round, type RoundBuilder } from './build-round.ts';
export { ChainError } from './chain-error.ts';
export { type CheckedBlock, checkBlock } from './check-block.ts';
export { type ChainStep, followRounds, type IncompleteRound } from './follow-rounds.ts';
export { indexAtLeast } from './next-seqno.ts';
export { onlyFinal } from './only-final.ts';
export { rawBlockOf, rawBlocksOfRound } from './raw-block-of.ts';
export { readAhead } from './read-ahead.ts';
export { addRange, containsSeqno, type SeqnoRange } from './seqno-ranges.ts';
export { expectedShardTops } from './shard-tops.ts';
