import type { CellSlice } from '@tonriver/boc';
import type { AccountAddress } from '../address/account-address.ts';
import {
  isNextAddressOf,
  loadMessageAddress,
  type MessageAddress,
  skipExternalAddress,
  skipInternalAddress,
  skipMessageAddress,
} from '../address/message-address.ts';
import { loadCurrencyCollection } from '../primitives/currency-collection.ts';
import { loadBehindInfo, type Message } from './message.ts';
import type { MessageInfo } from './message-info.ts';

type InfoOutline = Pick<MessageInfo, 'type' | 'bounce' | 'value' | 'createdLt' | 'createdAt'>;

/** Of a message what rules of actions need. Its addresses are where they are in its cell. */
export interface MessageOutline extends Omit<Message, 'info' | 'isCanonical'> {
  readonly info: InfoOutline;
}

/** Reads what `loadMessage` reads, and refuses what it refuses. Addresses and fees are skipped. Moves the cursor. */
export function loadMessageOutline(slice: CellSlice, cell: number): MessageOutline {
  slice.moveTo(cell);
  return loadBehindInfo(slice, loadInfoOutline(slice));
}

function loadInfoOutline(slice: CellSlice): InfoOutline {
  if (!slice.loadBit()) return loadInternal(slice);
  if (slice.loadBit()) return loadExternalOut(slice);
  skipExternalAddress(slice);
  skipInternalAddress(slice);
  // The import fee.
  slice.skipCoins();
  return { type: 'external_in', bounce: null, value: null, createdLt: null, createdAt: null };
}

function loadInternal(slice: CellSlice): InfoOutline {
  slice.skipBits(1);
  const bounce = slice.loadBit();
  slice.skipBits(1);
  skipInternalAddress(slice);
  skipInternalAddress(slice);
  const value = loadCurrencyCollection(slice);
  // Flags, once a fee, and the forward fee.
  slice.skipCoins();
  slice.skipCoins();
  return { type: 'internal', bounce, value, createdLt: slice.loadUint64(), createdAt: slice.loadUint(32) };
}

function loadExternalOut(slice: CellSlice): InfoOutline {
  skipInternalAddress(slice);
  skipExternalAddress(slice);
  const createdLt = slice.loadUint64();
  return { type: 'external_out', bounce: null, value: null, createdLt, createdAt: slice.loadUint(32) };
}

type PlaceOfMessage = Pick<MessageOutline, 'cell'> & { readonly info: Pick<InfoOutline, 'type'> };

/** Moves a cursor to the source of a message. */
function moveToSource(slice: CellSlice, { cell, info }: PlaceOfMessage): void {
  slice.moveTo(cell);
  slice.skipBits(info.type === 'internal' ? 4 : 2);
}

function moveToDestination(slice: CellSlice, message: PlaceOfMessage): void {
  moveToSource(slice, message);
  skipMessageAddress(slice);
}

/** Reads the source of a message. Moves the cursor. */
export function loadMessageSource(slice: CellSlice, message: PlaceOfMessage): MessageAddress {
  moveToSource(slice, message);
  return loadMessageAddress(slice);
}

/** Reads the destination of a message. Moves the cursor. */
export function loadMessageDestination(slice: CellSlice, message: PlaceOfMessage): MessageAddress {
  moveToDestination(slice, message);
  return loadMessageAddress(slice);
}

/** Whether the source of a message is the address of an account, without an anycast prefix. Moves the cursor. */
export function isMessageSource(slice: CellSlice, message: PlaceOfMessage, account: AccountAddress): boolean {
  moveToSource(slice, message);
  return isNextAddressOf(slice, account);
}

/** The same of its destination. */
export function isMessageDestination(slice: CellSlice, message: PlaceOfMessage, account: AccountAddress): boolean {
  moveToDestination(slice, message);
  return isNextAddressOf(slice, account);
}
