import { type Cell, CellBuilder } from '@tonriver/boc';
import {
  type AugmentedRoot,
  buildInMessageDescriptors,
  buildOutMessageDescriptors,
  type CurrencyCollection,
  compareBytes,
  type Hash,
  type ImportFees,
  type InMessage,
  type InMessageEntry,
  type OutMessage,
  type OutMessageEntry,
  storeInMessage,
  storeMessageEnvelope,
  zeroCurrencyCollection,
} from '@tonriver/chain-model';
import type { Route } from './message-routing.ts';

/** A message with the amounts in its descriptors. */
export interface CarriedMessage {
  readonly hash: Hash;
  readonly value: CurrencyCollection;
  readonly fwdFee: bigint;
}

const NO_FEES: ImportFees = { feesCollected: 0n, valueImported: zeroCurrencyCollection };

function withFee({ value, fwdFee }: CarriedMessage): CurrencyCollection {
  return { grams: value.grams + fwdFee, extra: value.extra };
}

/** The descriptors of incoming and outgoing messages of a block. */
export class BlockDescriptors {
  readonly #in: InMessageEntry<Cell>[] = [];
  readonly #out: OutMessageEntry<Cell>[] = [];

  /** An external message, without fees here. */
  importExternal(messageHash: Hash, value: InMessage<Cell>): void {
    this.#in.push({ messageHash, value, fees: NO_FEES });
  }

  /** A message created in this block, or by the block itself. Its value never leaves the block. */
  importImmediate(message: CarriedMessage, value: InMessage<Cell>): void {
    const fees = { feesCollected: message.fwdFee, valueImported: zeroCurrencyCollection };
    this.#in.push({ messageHash: message.hash, value, fees });
  }

  /** A message from a queue. Value and fee come into the block. */
  importQueued(message: CarriedMessage, value: InMessage<Cell>): void {
    const fees = { feesCollected: message.fwdFee, valueImported: withFee(message) };
    this.#in.push({ messageHash: message.hash, value, fees });
  }

  /** A message to a queue. Value and fee leave the block. */
  exportQueued(message: CarriedMessage, value: OutMessage<Cell>): void {
    this.#out.push({ messageHash: message.hash, value, exported: withFee(message) });
  }

  /** A message that moves no value: external, received in the block, or removed from the queue. */
  exportFree(messageHash: Hash, value: OutMessage<Cell>): void {
    this.#out.push({ messageHash, value, exported: zeroCurrencyCollection });
  }

  writeIn(): AugmentedRoot<ImportFees> {
    return buildInMessageDescriptors(sortByHash(this.#in));
  }

  writeOut(): AugmentedRoot<CurrencyCollection> {
    return buildOutMessageDescriptors(sortByHash(this.#out));
  }
}

function sortByHash<Entry extends { readonly messageHash: Hash }>(entries: Entry[]): Entry[] {
  return entries.sort((left, right) => compareBytes(left.messageHash, right.messageHash));
}

/** Returns the `msg_envelope#4` of a message at the start of its way. */
export function envelopeCell(message: Cell, fwdFee: bigint, route: Pick<Route, 'currentBits' | 'nextBits'>): Cell {
  const builder = new CellBuilder();
  storeMessageEnvelope(builder, {
    version: 1,
    currentAddress: { type: 'regular', useDestBits: route.currentBits },
    nextAddress: { type: 'regular', useDestBits: route.nextBits },
    fwdFeeRemaining: fwdFee,
    message,
    emittedLt: null,
    metadata: null,
  });
  return builder.endCell();
}

/** Returns a descriptor as a cell, to which another one refers. */
export function inMessageCell(descriptor: InMessage<Cell>): Cell {
  const builder = new CellBuilder();
  storeInMessage(builder, descriptor);
  return builder.endCell();
}
