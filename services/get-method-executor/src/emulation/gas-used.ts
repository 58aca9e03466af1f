import { Bag } from '@tonriver/boc';
import { loadTransaction } from '@tonriver/chain-model';
import type { EmulationResult } from '@tonriver/tvm';

/** The gas that a message from outside may use before it is accepted (configuration parameters 20 and 21). */
const GAS_CREDIT = 10_000n;

/** The gas of a transaction. Of a message that was not accepted it is not known: it counts as the whole credit. */
export function gasUsedOf(result: EmulationResult): bigint {
  if (result.kind !== 'transaction') return GAS_CREDIT;
  const bag = Bag.parse(result.transactionBoc);
  const compute = loadTransaction(bag, bag.root).description.computePhase;
  return compute?.type === 'vm' ? BigInt(compute.gasUsed) : 0n;
}
