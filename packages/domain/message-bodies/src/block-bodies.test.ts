import { expect, it } from '@jest/globals';
import { Bag, BocError } from '@tonriver/boc';
import { ChainModelError, loadTransaction, messageBodySlice, type Transaction } from '@tonriver/chain-model';
import { describeRecorded, type RecordedData, SOME_TRANSACTION } from '@tonriver/testing';
import { decodeBodySlice } from './decode-body.ts';
import { renderContract } from './render-contract.ts';
import { renderDeployed } from './render-deployed.ts';

/** `transaction$0111` */
const transactionTag = 0b0111;

/** Returns the cells of a block that can be read as transactions, which are all its transactions. */
function transactionsOf(bag: Bag): Transaction[] {
  const found: Transaction[] = [];
  for (let cell = 0; cell < bag.cellCount; cell += 1) {
    if (bag.isExotic(cell) || bag.refCount(cell) < 3 || bag.bitLength(cell) < 700) continue;
    if (bag.slice(cell).preloadUint(4) !== transactionTag) continue;
    try {
      found.push(loadTransaction(bag, cell));
    } catch (error) {
      // A different cell with the same first bits.
      if (!(error instanceof ChainModelError || error instanceof BocError)) throw error;
    }
  }
  return found;
}

describeRecorded('the bodies of all messages in recorded blocks', [SOME_TRANSACTION], (data: RecordedData) => {
  it('are decoded and rendered, or unknown without an error', () => {
    const counts = new Map<string, number>();
    let transactionCount = 0;
    let bodyCount = 0;
    for (const block of data.blocks()) {
      const bag = Bag.parse(block.read());
      for (const { inMessage, outMessages } of transactionsOf(bag)) {
        transactionCount += 1;
        for (const message of inMessage === null ? outMessages : [inMessage, ...outMessages]) {
          const decoding = decodeBodySlice(messageBodySlice(bag, message));
          renderDeployed(decoding, { place: 'message' });
          renderDeployed(decoding, { place: 'decode' });
          renderContract(decoding, { place: 'message' });
          const type = 'type' in decoding ? `${decoding.kind} ${decoding.type}` : decoding.kind;
          counts.set(type, (counts.get(type) ?? 0) + 1);
          bodyCount += 1;
        }
      }
    }
    const lines = [...counts].toSorted(([, first], [, second]) => second - first).slice(0, 40);
    process.stdout.write(
      `bodies in blocks: ${bodyCount} of ${transactionCount} transactions\n${lines.map(([type, count]) => `  ${count} ${type}`).join('\n')}\n`,
    );

    expect(transactionCount).toBe(data.blocks().reduce((sum, { transactions }) => sum + transactions, 0));
    expect(counts.get('unknown') ?? 0).toBeLessThan(bodyCount);
  });
});
