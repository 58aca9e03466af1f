import { type BlockSource, blockKeyText, isListed, masterchainKey, type SourceHead } from './block-source.ts';
import { ChainError } from './chain-error.ts';
import type { CheckedBlock } from './check-block.ts';

export function missingMasterchain(seqno: number): ChainError {
  const block = blockKeyText(masterchainKey(seqno));
  return new ChainError('missing_block', `Masterchain block ${block} is missing`, { block });
}

/** The masterchain block before a round is missing: a later round can do without it, when the source has one. */
export function missingBefore(source: BlockSource, head: SourceHead, { key, origin }: CheckedBlock): ChainError {
  const block = blockKeyText(masterchainKey(key.seqno - 1));
  const canStartLater = isListed(source)
    ? source.rootHashOf(masterchainKey(key.seqno + 1)) !== undefined
    : head.lastSeqno > key.seqno;
  const later = canStartLater ? `start with round ${key.seqno + 1} (--from, FROM), or ` : '';
  return new ChainError(
    'missing_block',
    `Round ${key.seqno} needs masterchain block ${block}, which is missing; ${origin} names it. Add it, or ` +
      `${later}allow partial rounds (--allow-partial-rounds, ALLOW_PARTIAL_ROUNDS) to store blocks without their round`,
    { block, namedBy: blockKeyText(key), origin },
  );
}
