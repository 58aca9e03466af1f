import type { Cell, CellBuilder } from '@tonriver/boc';
import { storeAccountStatus } from '../account/account-status.ts';
import { buildHashmap } from '../dictionary/dictionary-build.ts';
import { storeHashmapE } from '../dictionary/hashmap.ts';
import { keyFromUint } from '../dictionary/key-bits.ts';
import { type MessageParts, storeMessage } from '../message/message.ts';
import { storeCurrencyCollection } from '../primitives/currency-collection.ts';
import { storeHashUpdate } from '../primitives/hash-update.ts';
import { storeInCell } from '../primitives/reference.ts';
import { storeTransactionDescription } from './store-transaction-description.ts';
import type { TransactionParts } from './transaction.ts';

const messageKeyBits = 15;

/** Writes what `loadTransaction` reads; out messages get the keys 0, 1, 2 … */
export function storeTransaction(builder: CellBuilder, value: TransactionParts<Cell>): void {
  builder.storeUint(0b0111, 4).storeBytes(value.accountHash).storeUint(value.lt, 64);
  builder.storeBytes(value.prevTransHash).storeUint(value.prevTransLt, 64).storeUint(value.now, 32);
  builder.storeUint(value.outMessageCount, 15);
  storeAccountStatus(builder, value.origStatus);
  storeAccountStatus(builder, value.endStatus);
  builder.storeRef(storeInCell(storeMessages, value));
  storeCurrencyCollection(builder, value.totalFees);
  const update = { oldHash: value.oldStateHash, newHash: value.newStateHash };
  builder.storeRef(storeInCell(storeHashUpdate, update));
  builder.storeRef(storeInCell(storeTransactionDescription, value.description));
}

/** `^[ in_msg:(Maybe ^(Message Any)) out_msgs:(HashmapE 15 ^(Message Any)) ]` */
function storeMessages(builder: CellBuilder, value: TransactionParts<Cell>): void {
  builder.storeBit(value.inMessage !== null);
  if (value.inMessage !== null) builder.storeRef(storeInCell(storeMessage, value.inMessage));
  const entries = value.outMessages.map((message, index) => ({
    key: keyFromUint(index, messageKeyBits),
    value: message,
  }));
  storeHashmapE(builder, buildHashmap(entries, { keyBits: messageKeyBits, storeValue: storeMessageReference }));
}

function storeMessageReference(builder: CellBuilder, message: MessageParts<Cell>): void {
  builder.storeRef(storeInCell(storeMessage, message));
}
