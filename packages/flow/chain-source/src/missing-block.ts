import { type BlockSource, blockKeyText, isListed, masterchainKey, type SourceHead } from './block-source.ts';
import { ChainError } from './chain-error.ts';
import type { CheckedBlock } from './check-block.ts';

/** Creates the error of a missing masterchain block. */
export function missingMasterchain(seqno: number): ChainError {
  const block = blockKeyText(masterchainKey(seqno));
  return new ChainError('missing_block', `Masterchain block ${block} is missing`, { block });
}

/** Creates the error of a missing masterchain block before a round, with the settings that work without it. */
export function missingBefore(source: BlockSource, head: SourceHead, { key, origin }: CheckedBlock): ChainError {
  const block = blockKeyText(masterchainKey(key.seqno - 1));
  const canStartLater = isListed(source)
    ? source.rootHashOf(masterchainKey(key.seqno + 1)) !== undefined
    : head.lastSeqno > key.seqno;
  const start = `start with round ${key.seqno + 1} (--from, FROM)`;
  const partial =
    'allow partial rounds (--allow-partial-rounds, ALLOW_PARTIAL_ROUNDS) to store blocks without their round';
  // Until the source has ended, any block may still get its round.
  const others = [...(canStartLater ? [start] : []), ...(head.hasEnded ? [partial] : [])];
  const what = others.length === 0 ? 'Add it' : `Add it, or ${others.join(', or ')}`;
  return new ChainError(
    'missing_block',
    `Round ${key.seqno} needs masterchain block ${block}, which is missing; ${origin} names it. ${what}`,
    { block, namedBy: blockKeyText(key), origin },
  );
}
