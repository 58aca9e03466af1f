import type { Bag } from '@tonriver/boc';
import { loadTransaction } from '@tonriver/chain-model';
import type { MessageFees } from './message-fees.ts';

/**
 * The fees of a transaction whose cause was a message from outside. A transaction does not state the price of the
 * import; it is what the total contains beside storage, gas and actions.
 *
 * @param bag has the transaction as its root
 * @throws {BocError | ChainModelError} for cells that are no transaction
 */
export function feesOfTransaction(bag: Bag): MessageFees {
  const { totalFees, description } = loadTransaction(bag, bag.root);
  const { storagePhase, computePhase, actionPhase } = description;
  const storageFee = storagePhase?.feesCollected ?? 0n;
  const gasFee = computePhase?.type === 'vm' ? computePhase.gasFees : 0n;
  const actionFees = actionPhase?.totalActionFees ?? 0n;
  return {
    importFee: totalFees.grams - storageFee - gasFee - actionFees,
    storageFee,
    gasFee,
    forwardFee: actionPhase?.totalForwardFees ?? 0n,
  };
}
