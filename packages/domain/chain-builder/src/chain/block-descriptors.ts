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

/** A message with the amounts that its descriptors state. */
export interface CarriedMessage {
  readonly hash: Hash;
  readonly value: CurrencyCollection;
  readonly fwdFee: bigint;
}

const NO_FEES: ImportFees = { feesCollected: 0n, valueImported: zeroCurrencyCollection };

function withFee({ value, fwdFee }: CarriedMessage): CurrencyCollection {
  return { grams: value.grams + fwdFee, extra: value.extra };
}

/** The two lists of messages of a block that is being made: how each came in and how each went out. */
export class BlockDescriptors {
  readonly #in: InMessageEntry<Cell>[] = [];
  readonly #out: OutMessageEntry<Cell>[] = [];

  /** From outside the chain: nothing is paid for it here. */
  importExternal(messageHash: Hash, value: InMessage<Cell>): void {
    this.#in.push({ messageHash, value, fees: NO_FEES });
  }

  /** Created in this very block (or by the block itself): its value never left the block. */
  importImmediate(message: CarriedMessage, value: InMessage<Cell>): void {
    const fees = { feesCollected: message.fwdFee, valueImported: zeroCurrencyCollection };
    this.#in.push({ messageHash: message.hash, value, fees });
  }

  /** Out of a queue: value and fee enter the block. */
  importQueued(message: CarriedMessage, value: InMessage<Cell>): void {
    const fees = { feesCollected: message.fwdFee, valueImported: withFee(message) };
    this.#in.push({ messageHash: message.hash, value, fees });
  }

  /** Into a queue: value and fee leave the block. */
  exportQueued(message: CarriedMessage, value: OutMessage<Cell>): void {
    this.#out.push({ messageHash: message.hash, value, exported: withFee(message) });
  }

  /** Whatever moves no value: to outside the chain, received in the block, out of the queue. */
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

/** `msg_envelope#4` around a message at the start of its way. */
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

/** A descriptor as a cell of its own, where another one refers to it. */
export function inMessageCell(descriptor: InMessage<Cell>): Cell {
  const builder = new CellBuilder();
  storeInMessage(builder, descriptor);
  return builder.endCell();
}
