import { describe, expect, it } from '@jest/globals';
import * as TonCore from '@ton/core';
import { Bag, Cell, CellBuilder } from '@tonriver/boc';
import { writeBag } from '@tonriver/boc';
import { zeroCurrencyCollection } from '../primitives/index.ts';
import {
  absentDescriptionFields as absent,
  loadTransaction,
  resolveTransaction,
  storeTransaction,
  storeTransactionDescription,
  TransactionOutlines,
  type ComputePhase,
  type SplitMergeInfo,
  type TransactionDescription,
  type TransactionParts,
} from './index.ts';
import { loadTransactionDescription } from './load-transaction-description.ts';
import { outcomeOf } from './outcome-view.test-support.ts';
import { ourView, tonCoreView } from './ton-core-view.test-support.ts';

/*
 * Recorded blocks have only `trans_ord` and `trans_tick_tock`. The other five are written here bit by bit from the
 * scheme, not with this package's writers, and must come out of the reader as they were meant.
 */

/** A cell from its bits as text (blanks ignored) and its references. */
function cellOf(bits: string, ...refs: readonly Cell[]): Cell {
  const builder = new CellBuilder();
  for (const bit of bits.replaceAll(/[^01]/g, '')) builder.storeBit(bit === '1');
  for (const reference of refs) builder.storeRef(reference);
  return builder.endCell();
}

const address = (fill: number): Uint8Array => new Uint8Array(32).fill(fill);
const bitsOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');

const splitInfo: SplitMergeInfo = {
  currentShardPrefixLength: 3,
  accountSplitDepth: 5,
  thisAddress: address(0x2a),
  siblingAddress: address(0xaa),
};
const splitInfoBits = `000011 000101 ${bitsOf(address(0x2a))} ${bitsOf(address(0xaa))}`;

/** Collected 1 nanogram; 258 are due; the account froze. */
const storagePhase = { feesCollected: 1n, feesDue: 258n, statusChange: 'frozen' } as const;
const storageBits = '0001 00000001  1 0010 0000000100000010  10';

/** No message was credited: 7 nanograms of dues, 16 credited, no extra currencies. */
const creditPhase = { dueFeesCollected: 7n, credit: { grams: 16n, extra: [] } };
const creditBits = '1 0001 00000111  0001 00010000 0';

const skipped: ComputePhase = { type: 'skipped', reason: 'no_gas' };
const skippedBits = '0 10';
const suspendedBits = '0 110';

const actionPhase = {
  success: true,
  valid: true,
  noFunds: false,
  statusChange: 'deleted',
  totalForwardFees: null,
  totalActionFees: null,
  resultCode: -1,
  resultArgument: null,
  totalActions: 1,
  specialActions: 2,
  skippedActions: 3,
  messagesCreated: 4,
  actionListHash: address(0xcc),
  totalMessageSize: { cells: 1, bits: 256 },
} as const;
const actionCell = cellOf(
  `1 1 0 11 0 0 ${'1'.repeat(32)} 0 ${[1, 2, 3, 4].map((count) => count.toString(2).padStart(16, '0')).join(' ')}
   ${bitsOf(address(0xcc))} 001 00000001 010 0000000100000000`,
);

function transactionWith(description: TransactionDescription<Cell>): TransactionParts<Cell> {
  return {
    accountHash: address(0x2a),
    lt: 1_000_001n,
    prevTransHash: address(1),
    prevTransLt: 999_999n,
    now: 1_700_000_000,
    outMessageCount: 0,
    origStatus: 'active',
    endStatus: 'active',
    inMessage: null,
    outMessages: [],
    totalFees: zeroCurrencyCollection,
    oldStateHash: address(2),
    newStateHash: address(3),
    description,
  };
}

function storedTransaction(parts: TransactionParts<Cell>): Cell {
  const builder = new CellBuilder();
  storeTransaction(builder, parts);
  return builder.endCell();
}

const prepared = storedTransaction(transactionWith({ ...absent, type: 'storage', storagePhase }));

const cases: readonly { readonly cell: Cell; readonly description: TransactionDescription<Cell> }[] = [
  { cell: cellOf(`0001 ${storageBits}`), description: { ...absent, type: 'storage', storagePhase } },
  {
    cell: cellOf(`0100 ${splitInfoBits} 1 ${storageBits} ${skippedBits} 1 1 0`, actionCell),
    description: {
      ...absent,
      type: 'split_prepare',
      splitInfo,
      storagePhase,
      computePhase: skipped,
      actionPhase,
      aborted: true,
      destroyed: false,
    },
  },
  {
    cell: cellOf(`0100 ${splitInfoBits} 0 ${skippedBits} 0 0 1`),
    description: {
      ...absent,
      type: 'split_prepare',
      splitInfo,
      computePhase: skipped,
      aborted: false,
      destroyed: true,
    },
  },
  {
    cell: cellOf(`0101 ${splitInfoBits} 1`, prepared),
    description: { ...absent, type: 'split_install', splitInfo, prepareTransaction: prepared, installed: true },
  },
  {
    cell: cellOf(`0110 ${splitInfoBits} ${storageBits} 1`),
    description: { ...absent, type: 'merge_prepare', splitInfo, storagePhase, aborted: true },
  },
  {
    cell: cellOf(`0111 ${splitInfoBits} 1 ${storageBits} 1 ${creditBits} ${suspendedBits} 1 0 1`, prepared, actionCell),
    description: {
      ...absent,
      type: 'merge_install',
      splitInfo,
      prepareTransaction: prepared,
      storagePhase,
      creditPhase,
      computePhase: { type: 'skipped', reason: 'suspended' },
      actionPhase,
      aborted: false,
      destroyed: true,
    },
  },
];

/** Every phase, with references before and behind the outcome. */
const ordinary: TransactionDescription<Cell> = {
  ...absent,
  type: 'ord',
  creditFirst: true,
  storagePhase,
  creditPhase: { dueFeesCollected: 7n, credit: { grams: 16n, extra: [{ currency: 1, amount: 2n }] } },
  computePhase: {
    type: 'vm',
    success: false,
    messageStateUsed: false,
    accountActivated: false,
    gasFees: 1n,
    gasUsed: 2,
    gasLimit: 3,
    gasCredit: 4,
    mode: 0,
    exitCode: -14,
    exitArgument: 5,
    vmSteps: 6,
    vmInitStateHash: address(4),
    vmFinalStateHash: address(5),
  },
  actionPhase,
  bouncePhase: null,
  aborted: true,
  destroyed: false,
};

describe('transaction descriptions that no recorded block has', () => {
  for (const { cell, description } of cases) {
    it(`${description.type} is read and written as the scheme says`, () => {
      const bag = Bag.of(cell);
      const slice = bag.slice(bag.root);
      const { prepareTransaction, ...fields } = loadTransactionDescription(slice);
      expect(slice.isEmpty).toBe(true);
      const { prepareTransaction: expectedTransaction, ...expected } = description;
      expect(fields).toEqual(expected);
      expect(prepareTransaction === null ? null : bag.toCell(prepareTransaction).hash()).toEqual(
        expectedTransaction?.hash() ?? null,
      );
      const builder = new CellBuilder();
      storeTransactionDescription(builder, description);
      expect(builder.endCell().hash()).toEqual(cell.hash());
    });
  }

  it('are read as @ton/core reads them where it can, inside of transactions', () => {
    const compared: string[] = [];
    for (const { description } of cases) {
      const cell = storedTransaction(transactionWith(description));
      const bag = Bag.of(cell);
      const transaction = loadTransaction(bag, bag.root);
      expect(storedTransaction(resolveTransaction(bag, transaction)).hash()).toEqual(cell.hash());
      expect(transaction.isCanonical).toBe(true);
      const [other] = TonCore.Cell.fromBoc(Buffer.from(writeBag([cell])));
      const load = (): TonCore.Transaction => TonCore.loadTransaction((other as TonCore.Cell).beginParse());
      if (description.type.startsWith('merge')) {
        // It refuses the tags of merges; should it learn them, this test asks to compare them, too.
        expect(load).toThrow();
        continue;
      }
      expect(ourView(bag, transaction)).toEqual(tonCoreView(load()));
      compared.push(description.type);
    }
    expect(compared).toEqual(['storage', 'split_prepare', 'split_prepare', 'split_install']);
  });

  it('end in outlines of their transactions as in the whole, behind fees in currencies of any kind', () => {
    const extra = [{ currency: 5, amount: 6n }];
    for (const { description } of [...cases, { description: ordinary }]) {
      for (const totalFees of [zeroCurrencyCollection, { grams: 1n, extra }]) {
        const bag = Bag.of(storedTransaction({ ...transactionWith(description), totalFees }));
        const { outcome, ...outline } = new TransactionOutlines(bag).read(bag.root);
        const { description: whole, ...transaction } = loadTransaction(bag, bag.root);
        expect(transaction).toMatchObject(outline);
        expect(outcome).toEqual(outcomeOf(whole));
      }
    }
  });

  it('may name a transaction that is read with the same loader', () => {
    const bag = Bag.of(storedTransaction(transactionWith((cases[3] as (typeof cases)[3]).description)));
    const { description } = loadTransaction(bag, bag.root);
    expect(description.prepareTransaction).not.toBeNull();
    const inner = loadTransaction(bag, description.prepareTransaction ?? 0);
    expect(inner.description).toMatchObject({ type: 'storage', storagePhase });
  });
});

describe('what is not a transaction', () => {
  const badTag = expect.objectContaining({ code: 'bad_tag' });

  it('has tags that no description has', () => {
    for (const bits of ['1000', '1111', '1100']) {
      const bag = Bag.of(cellOf(bits));
      expect(() => loadTransactionDescription(bag.slice(bag.root))).toThrow(badTag);
    }
  });

  it('has a skip reason that does not exist', () => {
    const bag = Bag.of(cellOf(`0100 ${splitInfoBits} 0 0 111 0 0 0`));
    expect(() => loadTransactionDescription(bag.slice(bag.root))).toThrow(badTag);
  });

  it('has another tag, another tag in its state update, or something behind its parts', () => {
    const good = storedTransaction(transactionWith({ ...absent, type: 'storage', storagePhase }));
    const [messages, update, description] = good.refs as [Cell, Cell, Cell];
    const rebuilt = (bits: Uint8Array, refs: Cell[]): Cell => new Cell({ bits, bitLength: good.bitLength, refs });
    const load = (cell: Cell) => (): unknown => {
      const bag = Bag.of(cell);
      return loadTransaction(bag, bag.root);
    };
    expect(load(rebuilt(good.bits, [messages, update, description]))).not.toThrow();
    const otherTag = good.bits.slice();
    otherTag[0] = (otherTag[0] as number) ^ 0x10;
    expect(load(rebuilt(otherTag, [messages, update, description]))).toThrow(badTag);
    const otherUpdate = new CellBuilder().storeUint(0x73, 8).storeBytes(new Uint8Array(64)).endCell();
    expect(load(rebuilt(good.bits, [messages, otherUpdate, description]))).toThrow(badTag);
    const longer = (cell: Cell): Cell => new CellBuilder().storeCell(cell).storeBit(1).endCell();
    for (const refs of [
      [longer(messages), update, description],
      [messages, longer(update), description],
      [messages, update, longer(description)],
    ]) {
      expect(load(rebuilt(good.bits, refs))).toThrow(expect.objectContaining({ code: 'trailing_data' }));
    }
  });
});
