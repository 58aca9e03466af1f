import { describe, expect, it } from '@jest/globals';
import { Bag, Cell, CellBuilder } from '@tonriver/boc';
import fc from 'fast-check';
import * as arbitrary from './arbitraries.test-support.ts';
import { cellOf, forEachInMessage, forEachOutMessage, loadShardFees } from './block/index.ts';
import { loadExtraCurrencies } from './primitives/index.ts';
import { loadSharedLibraries } from './state/index.ts';
import { loadTransaction, storeTransaction } from './transaction/index.ts';

type Write = (builder: CellBuilder) => void;

/** A dictionary with 2^forks leaves, all of them the same cell. */
function sharedDictionary(keyBits: number, forks: number, leaf: Write, extra: Write = () => undefined): Cell {
  const left = keyBits - forks;
  // `hml_same`: zeros over the rest of the key.
  const bottom = new CellBuilder().storeUint(0b110, 3).storeUint(left, 32 - Math.clz32(left));
  extra(bottom);
  leaf(bottom);
  let node = bottom.endCell();
  for (let fork = 0; fork < forks; fork++) {
    const builder = new CellBuilder().storeUint(0, 2).storeRef(node).storeRef(node);
    extra(builder);
    node = builder.endCell();
  }
  return node;
}

const currencies = (forks: number): Cell => sharedDictionary(32, forks, (builder) => void builder.storeVarUint(1n, 5));
const money: Write = (builder) => void builder.storeCoins(1n).storeBit(1).storeRef(currencies(8));
const refused = (code: string): unknown => expect.objectContaining({ name: 'ChainModelError', code });

/** The most computing that anything here may take: far below what the described sizes would. */
const briefMs = 2000;

function within(action: () => unknown): void {
  const started = process.cpuUsage();
  action();
  // Time on the processor, not on the clock: other suites run beside this one.
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(briefMs);
}

describe('a few cells that describe thousands of things', () => {
  it('are refused as extra currencies of one amount, beyond 256', () => {
    const load = (forks: number): number => {
      const bag = Bag.of(new CellBuilder().storeBit(1).storeRef(currencies(forks)).endCell());
      return loadExtraCurrencies(bag.slice(bag.root)).length;
    };

    expect(load(8)).toBe(256);
    expect(() => load(9)).toThrow(refused('bad_dictionary'));
  });

  it('are refused as out messages of one transaction beyond 512, whatever else its bag holds', () => {
    const [parts] = fc.sample(arbitrary.transactionParts, { numRuns: 1, seed: 1 });
    const [message] = fc.sample(arbitrary.messageParts, { numRuns: 1, seed: 1 });
    const load = (forks: number): number => {
      const plain = cellOf(storeTransaction, { ...parts!, inMessage: null, outMessages: [message!] });
      const messageCell = plain.refs[0]!.refs[0]!.refs[0]!;
      const dictionary = sharedDictionary(15, forks, (builder) => void builder.storeRef(messageCell));
      const messages = new CellBuilder().storeUint(0b01, 2).storeRef(dictionary).endCell();
      const { bits, bitLength, refs } = plain;
      const bag = Bag.of(new Cell({ bits, bitLength, refs: [messages, ...refs.slice(1)] }));
      return loadTransaction(bag, bag.root).outMessages.length;
    };

    expect(load(9)).toBe(512);
    expect(() => load(10)).toThrow(refused('bad_dictionary'));
  });

  it('are refused as message descriptors', () => {
    const fees: Write = (builder) => {
      builder.storeCoins(1n);
      money(builder);
    };
    const descriptor: Write = (builder) => void builder.storeUint(0, 3).storeRef(Cell.empty).storeRef(Cell.empty);
    for (const [extra, visitAll] of [
      [fees, forEachInMessage],
      [money, forEachOutMessage],
    ] as const) {
      const builder = new CellBuilder().storeBit(1).storeRef(sharedDictionary(256, 11, descriptor, extra));
      extra(builder);
      const bag = Bag.of(builder.endCell());
      within(() => expect(() => visitAll(bag, bag.root, () => undefined)).toThrow(refused('bad_value')));
    }
  });

  it('are refused as shard fees', () => {
    const twice: Write = (builder) => {
      money(builder);
      money(builder);
    };
    const bag = Bag.of(sharedDictionary(96, 11, twice, twice));
    within(() => expect(() => loadShardFees(bag, bag.root)).toThrow(refused('bad_value')));
  });

  it('are refused as publishers of shared libraries', () => {
    const publishers = sharedDictionary(255, 10, () => undefined);
    const bag = Bag.of(
      sharedDictionary(256, 11, (builder) => {
        builder.storeUint(0, 2).storeRef(Cell.empty).storeUint(0, 2).storeRef(publishers).storeRef(publishers);
      }),
    );
    within(() => expect(() => loadSharedLibraries(bag, bag.root)).toThrow(refused('bad_value')));
  });
});
