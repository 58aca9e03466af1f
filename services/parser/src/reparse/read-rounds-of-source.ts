import type { Network } from '@tonriver/chain-model';
import { type BlockSource, ChainError, createRoundBuilder, rawBlocksOfRound } from '@tonriver/chain-source';
import { encodeRawBlock } from '@tonriver/events';
import type { RoundReader } from './round-reader.ts';

/**
 * Builds rounds from a source of blocks, checked as the fetcher checks them.
 *
 * `read` throws a `ChainError` for a block that is damaged or of another chain.
 */
export function readRoundsOfSource(source: BlockSource, network: Network): RoundReader {
  const builder = createRoundBuilder({ source, network });
  return {
    async read(seqno) {
      try {
        const masterchain = await builder.masterchainBlock(seqno);
        const previous = seqno === 1 ? undefined : await builder.masterchainBlock(seqno - 1);
        if (masterchain === undefined || (previous === undefined && seqno !== 1)) return undefined;
        // It is stored already whether a range begins with the round: a new announcement does not change it.
        return rawBlocksOfRound(await builder.build(masterchain, previous), false).map(encodeRawBlock);
      } catch (error) {
        if (error instanceof ChainError && error.code === 'missing_block') return undefined;
        throw error;
      }
    },
  };
}
