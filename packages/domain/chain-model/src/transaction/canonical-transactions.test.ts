import { describe, expect, it } from '@jest/globals';
import { Bag, Cell, CellBuilder } from '@tonriver/boc';
import { buildHashmap, keyFromUint } from '../dictionary/index.ts';
import { zeroCurrencyCollection } from '../primitives/index.ts';
import { storeMessage, type MessageParts } from '../message/index.ts';
import {
  absentDescriptionFields as absent,
  loadTransaction,
  resolveTransaction,
  storeTransaction,
  type TransactionParts,
} from './index.ts';

const zeros = new Uint8Array(32);

const message: MessageParts<Cell> = {
  info: {
    type: 'external_out',
    ihrDisabled: null,
    bounce: null,
    bounced: null,
    source: { type: 'std', workchain: 0, hash: zeros, anycast: { depth: 3, prefix: 5 } },
    destination: { type: 'none' },
    value: null,
    ihrFee: null,
    forwardFee: null,
    importFee: null,
    createdLt: 2n,
    createdAt: 3,
  },
  init: null,
  initLayout: 'inline',
  body: Cell.empty,
  bodyLayout: 'inline',
};

const parts: TransactionParts<Cell> = {
  accountHash: zeros,
  lt: 1n,
  prevTransHash: zeros,
  prevTransLt: 0n,
  now: 3,
  outMessageCount: 2,
  origStatus: 'active',
  endStatus: 'active',
  inMessage: null,
  outMessages: [message, message],
  totalFees: zeroCurrencyCollection,
  oldStateHash: zeros,
  newStateHash: zeros,
  description: {
    ...absent,
    type: 'storage',
    storagePhase: { feesCollected: 0n, feesDue: null, statusChange: 'unchanged' },
  },
};

function stored<Value>(store: (builder: CellBuilder, value: Value) => void, value: Value): Cell {
  const builder = new CellBuilder();
  store(builder, value);
  return builder.endCell();
}

const good = stored(storeTransaction, parts);
const [messages, update, description] = good.refs as [Cell, Cell, Cell];

/** The good transaction with other references. */
function withRefs(...refs: readonly Cell[]): Cell {
  return new Cell({ bits: good.bits, bitLength: good.bitLength, refs });
}

/** `in_msg` absent, and out messages from a dictionary root. */
function withOutMessages(root: Cell): Cell {
  return withRefs(new CellBuilder().storeBit(0).storeBit(1).storeRef(root).endCell(), update, description);
}

function isCanonical(cell: Cell): { readonly said: boolean; readonly true: boolean } {
  const bag = Bag.of(cell);
  const transaction = loadTransaction(bag, bag.root);
  const again = stored(storeTransaction, resolveTransaction(bag, transaction));
  return { said: transaction.isCanonical, true: Buffer.compare(again.hash(), cell.hash()) === 0 };
}

describe('a transaction is canonical exactly when storing its fields gives its cell again', () => {
  const no = { said: false, true: false };

  it('as the node writes it, with anycast addresses, too', () => {
    expect(isCanonical(good)).toEqual({ said: true, true: true });
  });

  it('not with a needless zero byte in an amount', () => {
    const long = new CellBuilder().storeUint(0b0001, 4).storeUint(1, 4).storeUint(0, 8).storeUint(0, 2).endCell();
    expect(isCanonical(withRefs(messages, update, long))).toEqual(no);
  });

  it('not with out messages under other keys than 0, 1, 2 …', () => {
    const cell = stored(storeMessage, message);
    const root = buildHashmap(
      [0, 2].map((key) => ({ key: keyFromUint(key, 15), value: cell })),
      { keyBits: 15, storeValue: (builder, value: Cell) => void builder.storeRef(value) },
    );
    expect(isCanonical(withOutMessages(root as Cell))).toEqual(no);
  });

  it('not with a dictionary label in a longer form', () => {
    const cell = stored(storeMessage, message);
    // `hml_long` of 15 zero bits, where `hml_same` is shorter.
    const leaf = new CellBuilder().storeUint(0b10, 2).storeUint(15, 4).storeUint(0, 15).storeRef(cell).endCell();
    expect(isCanonical(withOutMessages(leaf))).toEqual(no);
  });

  it('not with a message that is not', () => {
    // ext_in_msg_info$10, addr_none, addr_std without anycast, an import fee of one zero byte, no init, inline body.
    const cell = new CellBuilder()
      .storeUint(0b1000_100, 7)
      .storeUint(0, 8)
      .storeBytes(zeros)
      .storeUint(1, 4)
      .storeUint(0, 8)
      .storeUint(0, 2)
      .endCell();
    const list = new CellBuilder().storeBit(1).storeRef(cell).storeBit(0).endCell();
    expect(isCanonical(withRefs(list, update, description))).toEqual(no);
  });
});

describe('a hostile transaction', () => {
  it('whose shared nodes describe more messages than its bag has cells is refused', () => {
    let node = new CellBuilder().storeUint(0, 2).storeRef(stored(storeMessage, message)).endCell();
    for (let level = 0; level < 15; level++) {
      node = new CellBuilder().storeUint(0, 2).storeRef(node).storeRef(node).endCell();
    }
    const bag = Bag.of(withOutMessages(node));
    expect(() => loadTransaction(bag, bag.root)).toThrow(expect.objectContaining({ code: 'bad_dictionary' }));
  });
});
