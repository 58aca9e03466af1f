import { describe, expect, it } from '@jest/globals';
import { Cell as TonCell, loadTransaction as loadWithTonCore, type Transaction as TonTransaction } from '@ton/core';
import { Bag, serializeTree as serialize } from '@tonriver/boc';
import { forEachTransaction, hashToHex, loadBlock, loadTransaction, type Transaction } from '@tonriver/chain-model';
import { generateWorkload } from './generate-workload.ts';

/** The fields that both decoders know, in one form. */
function ours(bag: Bag, transaction: Transaction) {
  const { description, inMessage } = transaction;
  return {
    hash: hashToHex(bag.hash(transaction.cell)),
    address: hashToHex(transaction.accountHash),
    lt: transaction.lt,
    prevHash: hashToHex(transaction.prevTransHash),
    prevLt: transaction.prevTransLt,
    now: transaction.now,
    statuses: [transaction.origStatus, transaction.endStatus],
    fees: transaction.totalFees.grams,
    oldHash: hashToHex(transaction.oldStateHash),
    newHash: hashToHex(transaction.newStateHash),
    type: description.type,
    aborted: description.aborted,
    destroyed: description.destroyed,
    compute: description.computePhase?.type ?? null,
    exitCode: description.computePhase?.type === 'vm' ? description.computePhase.exitCode : null,
    gasUsed: description.computePhase?.type === 'vm' ? description.computePhase.gasUsed : null,
    actionCode: description.actionPhase?.resultCode ?? null,
    bounce: description.bouncePhase?.type ?? null,
    inMessage: inMessage === null ? null : hashToHex(bag.hash(inMessage.cell)),
    inValue: inMessage?.info.value?.grams ?? null,
    outMessages: transaction.outMessages.map(({ cell }) => hashToHex(bag.hash(cell))),
    outValues: transaction.outMessages.map(({ info }) => info.value?.grams ?? null),
    outFees: transaction.outMessages.map(({ info }) => info.forwardFee),
    outLts: transaction.outMessages.map(({ info }) => info.createdLt),
  };
}

const TYPES: Record<string, string> = { generic: 'ord', 'tick-tock': 'tick_tock' };
const STATUSES: Record<string, string> = { 'non-existing': 'nonexist', uninitialized: 'uninit' };
const BOUNCES: Record<string, string> = { 'no-funds': 'nofunds', 'negative-funds': 'negfunds' };

function theirs(transaction: TonTransaction): ReturnType<typeof ours> {
  const { description, inMessage } = transaction;
  if (description.type !== 'generic' && description.type !== 'tick-tock') throw new Error('an unexpected description');
  const compute = description.computePhase;
  const bounce = description.type === 'generic' ? description.bouncePhase : undefined;
  const outs = transaction.outMessages.values().map((message) => ({ message, info: message.info }));
  const type = TYPES[description.type];
  return {
    hash: transaction.hash().toString('hex'),
    address: transaction.address.toString(16).padStart(64, '0'),
    lt: transaction.lt,
    prevHash: transaction.prevTransactionHash.toString(16).padStart(64, '0'),
    prevLt: transaction.prevTransactionLt,
    now: transaction.now,
    statuses: [transaction.oldStatus, transaction.endStatus].map((status) => STATUSES[status] ?? status),
    fees: transaction.totalFees.coins,
    oldHash: transaction.stateUpdate.oldHash.toString('hex'),
    newHash: transaction.stateUpdate.newHash.toString('hex'),
    type,
    aborted: description.aborted,
    destroyed: description.destroyed,
    compute: compute.type,
    exitCode: compute.type === 'vm' ? compute.exitCode : null,
    gasUsed: compute.type === 'vm' ? Number(compute.gasUsed) : null,
    actionCode: description.actionPhase?.resultCode ?? null,
    bounce: bounce === undefined || bounce === null ? null : (BOUNCES[bounce.type] ?? bounce.type),
    inMessage: transaction.raw.refs[0]?.refs[0]?.hash().toString('hex') ?? null,
    inValue: inMessage?.info.type === 'internal' ? inMessage.info.value.coins : null,
    outMessages: outMessageHashes(transaction),
    outValues: outs.map(({ info }) => (info.type === 'internal' ? info.value.coins : null)),
    outFees: outs.map(({ info }) => (info.type === 'internal' ? info.forwardFee : null)),
    outLts: outs.map(({ info }) => (info.type === 'external-in' ? null : info.createdLt)),
  } as ReturnType<typeof ours>;
}

/** Hashes of the message cells as they lie in the transaction, in key order. */
function outMessageHashes(transaction: TonTransaction): string[] {
  const messages = transaction.raw.refs[0]?.beginParse();
  if (messages === undefined) return [];
  if (messages.loadBit()) messages.loadRef();
  if (!messages.loadBit()) return [];
  const hashes: string[] = [];
  const visit = (cell: TonCell, left: number): void => {
    const slice = cell.beginParse();
    const length = loadLabelLength(slice, left);
    if (length === left) {
      hashes.push(slice.loadRef().hash().toString('hex'));
      return;
    }
    visit(slice.loadRef(), left - length - 1);
    visit(slice.loadRef(), left - length - 1);
  };
  visit(messages.loadRef(), 15);
  return hashes;
}

function loadLabelLength(slice: ReturnType<TonCell['beginParse']>, left: number): number {
  const lengthBits = Math.ceil(Math.log2(left + 1));
  if (!slice.loadBit()) {
    let length = 0;
    while (slice.loadBit()) length++;
    slice.skip(length);
    return length;
  }
  if (!slice.loadBit()) {
    const length = slice.loadUint(lengthBits);
    slice.skip(length);
    return length;
  }
  slice.skip(1);
  return slice.loadUint(lengthBits);
}

describe('transactions of a built chain', () => {
  it('are read by @ton/core with the same fields', () => {
    let count = 0;
    for (const round of generateWorkload({ seed: 'second decoder', rounds: 20 }).rounds()) {
      for (const { boc } of round.blocks) {
        const bag = Bag.parse(boc);
        // @ton/core needs whole transactions, found here by the chain model.
        forEachTransaction(bag, loadBlock(bag), (_account, _lt, cell) => {
          const [tonCell] = TonCell.fromBoc(Buffer.from(serialize(bag, cell)));
          if (tonCell === undefined) throw new Error('a transaction has a root');
          expect(theirs(loadWithTonCore(tonCell.beginParse()))).toEqual(ours(bag, loadTransaction(bag, cell)));
          count++;
        });
      }
    }
    expect(count).toBeGreaterThan(400);
  });
});
