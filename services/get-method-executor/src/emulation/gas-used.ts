import { Bag } from '@tonriver/boc';
import { loadTransaction } from '@tonriver/chain-model';
import type { EmulationResult } from '@tonriver/tvm';

/** The gas of a transaction. Of a message that was not accepted it is not known: at most the small gas credit. */
export function gasUsedOf(result: EmulationResult): bigint {
  if (result.kind !== 'transaction') return 0n;
  const bag = Bag.parse(result.transactionBoc);
  const compute = loadTransaction(bag, bag.root).description.computePhase;
  return compute?.type === 'vm' ? BigInt(compute.gasUsed) : 0n;
}
