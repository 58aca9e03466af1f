import { blockKeyText } from '../blocks/blocks.ts';
import type { BlocksOfRounds } from '../blocks/blocks-of-rounds.ts';
import type { VisibleRounds } from '../visibility/required-rows.ts';
import type { TransactionPart, TransactionParts } from './transaction-parts.ts';

/**
 * Returns what gives all transactions of some rounds, as parts. Undefined when rows are not all there: one replica may
 * be behind another.
 */
export function createRoundTransactions(
  { ofRounds }: Pick<TransactionParts, 'ofRounds'>,
  rounds: BlocksOfRounds,
): (firstSeqno: number, visible: VisibleRounds) => Promise<readonly TransactionPart[] | undefined> {
  return async (firstSeqno, visible) => {
    const count = visible.indexedSeqno - firstSeqno + 1;
    const seqnos = Array.from({ length: count }, (_, index) => firstSeqno + index);
    const [blocksOf, partsOf] = await Promise.all([
      Promise.all(seqnos.map((seqno) => rounds.read(seqno))),
      ofRounds(seqnos, visible),
    ]);
    const parts = partsOf.flat();
    const counts = new Map<string, number>();
    for (const { block, transactions } of parts) {
      const key = blockKeyText(block);
      counts.set(key, (counts.get(key) ?? 0) + transactions.count);
    }
    const areAllThere = blocksOf.every((blocks) =>
      blocks?.every((block) => (counts.get(blockKeyText(block)) ?? 0) === block.txCount),
    );
    return areAllThere ? parts : undefined;
  };
}
