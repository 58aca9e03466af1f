import { expect, it } from '@jest/globals';
import { openTransactionPart, writePartContent, writePartSide } from '@tonriver/block-rows';
import { Bag, type Cell, CellBuilder, serializeTree, writeBag } from '@tonriver/boc';
import { RowBinaryWriter } from '@tonriver/row-schema';
import { readBody } from './message-data.ts';
import type { TransactionRecord } from '@tonriver/chain-reader';
import { extTransactionOf, rawTransactionOf } from './print-transaction.ts';
import { cellsOfTransactions } from './transaction-cells.ts';
import { extTransaction, rawTransactionExt } from './transaction-schemas.ts';

/** A transaction that received a comment, and what the deployed service answers of it. */
const DATA =
  'te6cckECBwEAAZkAA7V5yeT/AvaNnosul4W9s9uH/ureJ10ktfoVMGjigm6FuSAAA1qQIKsAOE/ZusMzrXkVQ0gpYgT6f4xTepbgiYPl9zs/Ws' +
  'qOjt9wAANajGb+YDaQX8gAABRgPGaIAQMEAQGgAgC9SABcCBUzCLimOmuvBCAfKc7FU6WZqc0otNHKaHIzCGxGoQAnJ5P8C9o2eiy6Xhb2z24f' +
  '+6t4nXSS1+hUwaOKCboW5JFloLwABggjWgAAa1IEFWAE0gv5AAAAAAA0NMAAgnJlx0wVpoYYe7a7+ZWPSU/GuABoA0plmprUSZGwjFjy0hsWsd' +
  '9Ti6Etw/l+27hcqnBQ1GwUgTQpD+uoD4I2yD25AhcMWQkWWgvAGGA8WhEFBgCeQCasPQkAAAAAAAAAAAAFAAAAAAAAAAAAAAAAAAAAAAAAAAAA' +
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABbwAAAAAAAAAAAAAAAAS1FLaRJ5QuM990nhh8UYSKv4bVGu4tw/I' +
  'IW8MYUE5+OBGfWqfQ=';
const ACCOUNT = 'EQCcnk_wL2jZ6LLpeFvbPbh_7q3iddJLX6FTBo4oJuhbktQN';
const SENDER = 'EQAuBAqZhFxTHTXXghAPlOdiqdLM1OaUWmjlNDkZhDYjUEGo';
const message = {
  hash: 'rIneHLtUrco9sXdqVNOP8uNXwR2pDZnXSc6aHMiAGgE=',
  value: '1500000000',
  extra_currencies: [],
  fwd_fee: '266669',
  ihr_fee: '0',
  created_lt: '59000000000002',
  body_hash: 'LGftmm0vG7CQHdnQyKBBK0AS0Zkq5YqJ0n6xgAv9xoA=',
  msg_data: { '@type': 'msg.dataText', text: 'aGk=' },
};
const members = {
  address: { '@type': 'accountAddress', account_address: ACCOUNT },
  account: '0:9C9E4FF02F68D9E8B2E9785BDB3DB87FEEADE275D24B5FA153068E2826E85B92',
  utime: 1762000000,
  // The cells may stand in another order.
  data: expect.any(String),
  transaction_id: {
    '@type': 'internal.transactionId',
    lt: '59000000000003',
    hash: 'bFO9Wm1dZWOUmALQV52oVv3Ztqoi/jns/wjU/dxsT2k=',
  },
  fee: '123700',
  storage_fee: '100',
  other_fee: '123600',
  out_msgs: [],
};

/** The record of a transaction of the basechain, read from a part as they are stored. */
function recordOf(boc: Uint8Array): TransactionRecord {
  const sides = new RowBinaryWriter(64);
  writePartSide(sides, undefined);
  writePartSide(sides, undefined);
  const block = { blockRound: 7, workchain: 0, shard: -(2n ** 63n), seqno: 9 };
  const content = writePartContent({ states: sides.bytes(), cells: boc });
  const transactions = openTransactionPart({
    ...block,
    part: 0,
    kind: 'cells',
    round: 0,
    firstLt: 0n,
    lastLt: 0n,
    version: 3n,
    content,
  });
  const [part] = transactions.read([0]);
  const { transaction, inMessage, outMessages } = part!;
  const rows = { transaction, inMessage: inMessage?.row, outMessages: outMessages.map(({ row }) => row), part };
  return { ...rows, placed: { part: { transactions }, place: 0 } } as unknown as TransactionRecord;
}

it('prints a transaction with a comment as the deployed service does', async () => {
  const record = recordOf(Buffer.from(DATA, 'base64'));
  const noReader = { stateInits: { getMany: async () => [] }, cellTrees: { getMany: async () => [] } };
  const cells = (await cellsOfTransactions(noReader as never, [record]))(record);
  const printed = extTransactionOf(record, cells);
  expect(printed).toEqual({
    '@type': 'ext.transaction',
    ...members,
    in_msg: { '@type': 'ext.message', ...message, source: SENDER, destination: ACCOUNT, message: 'hi' },
  });
  expect(hashOf(Buffer.from(printed.data, 'base64'))).toBe(hashOf(Buffer.from(DATA, 'base64')));
  expect(extTransaction.parse(printed)).toEqual(printed);
  const raw = rawTransactionOf(record, cells);
  const [source, destination] = [SENDER, ACCOUNT].map((account_address) => {
    return { '@type': 'accountAddress', account_address };
  });
  expect(raw).toEqual({
    '@type': 'raw.transactionExt',
    ...members,
    in_msg: { '@type': 'raw.message', ...message, source, destination },
  });
  expect(rawTransactionExt.parse(raw)).toEqual(raw);
});

function hashOf(boc: Uint8Array): string {
  const bag = Bag.parse(boc);
  return base64(bag.hash(bag.root));
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

function read(body: Cell, init?: Uint8Array) {
  const bag = Bag.of(body);
  const bodySlice = () => (bag.isExotic(bag.root) ? bag.exoticSlice(bag.root) : bag.slice(bag.root));
  return readBody({ bodySlice, bodyBoc: () => serializeTree(bag, bag.root), initBoc: () => init });
}

const op = (opcode: number): CellBuilder => new CellBuilder().storeUint(opcode, 32);
const tail = new CellBuilder().storeBytes(Buffer.from(' and more')).endCell();

it.each([
  ['a comment', op(0).storeBytes(Buffer.from('привет')).endCell(), 'msg.dataText', 'привет'],
  ['an empty comment', op(0).endCell(), 'msg.dataText', ''],
  [
    'a comment in two cells',
    op(0).storeBytes(Buffer.from('one')).storeRef(tail).endCell(),
    'msg.dataText',
    'one and more',
  ],
  ['an encrypted one', op(0x2167da4b).storeBytes(Buffer.from('x')).endCell(), 'msg.dataEncryptedText', 'x'],
])('reads %s as text', (_what, body, type, message) => {
  const text = Buffer.from(message).toString('base64');
  expect(read(body)).toEqual({ data: { '@type': type, text }, message });
});

const library = new CellBuilder().storeUint(2, 8).storeBytes(new Uint8Array(32)).endExotic('library');

it.each([
  ['another opcode', op(0x7369676e).storeBit(1).endCell(), 'c2lnboA=\n'],
  ['a comment with half a byte', op(0).storeUint(1, 4).endCell(), 'AAAAABA=\n'],
  [
    'a comment that goes on in half a byte',
    op(0).storeRef(new CellBuilder().storeUint(1, 4).endCell()).endCell(),
    'AAAAAA==\n',
  ],
  ['a comment that goes on in a library', op(0).storeRef(library).endCell(), 'AAAAAA==\n'],
  ['less than an opcode', new CellBuilder().storeUint(0, 31).endCell(), 'AAAAAA==\n'],
  ['nothing', new CellBuilder().endCell(), ''],
])('reads %s as a cell', (_what, body, message) => {
  const data = { '@type': 'msg.dataRaw', body: base64(writeBag([body])), init_state: '' };
  expect(read(body)).toEqual({ data, message });
});

it('tells the StateInit of a message that is no comment', () => {
  const init = writeBag([op(1).endCell()]);
  expect(read(op(5).endCell(), init).data).toMatchObject({ init_state: base64(init) });
});
