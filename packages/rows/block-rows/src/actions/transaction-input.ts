import { BODY_OPENINGS_MAX, type MessageInput, type TransactionInput } from '@tonriver/actions';
import type { Bag, CellSlice } from '@tonriver/boc';
import {
  accountAddressOf,
  formatAccountAddress,
  isMessageDestination,
  isMessageSource,
  loadMessageDestination,
  loadMessageSource,
  messageBodyHash,
  messageBodySlice,
  type MessageAddress,
  type MessageOutline,
  TransactionOutlines,
} from '@tonriver/chain-model';
import { opcodeOf } from '../message-rows.ts';
import { stateInitBytes } from '../state-init-rows.ts';

/** The workchain of a transaction's block, and the seqno of its round; null without one. */
interface PlaceOfInput {
  readonly workchain: number;
  readonly round: number | null;
}

/** The account of a transaction, and its raw address. */
interface OwnAccount {
  readonly workchain: number;
  readonly hash: Uint8Array;
  readonly text: string;
}

/**
 * Reads transactions of one bag as the rules take them. Bodies are there of messages that arrive in them or leave the
 * chain: those of the others belong to their receivers. A body is read from its bag when a rule asks for it.
 */
export class TransactionInputs {
  readonly #bag: Bag;
  readonly #place: PlaceOfInput;
  readonly #outlines: TransactionOutlines;
  /** One for all messages. */
  readonly #slice: CellSlice;
  /** By its cell, a message of which one end was read: what is computed of it is the same at the other end. */
  readonly #halves = new Map<number, StoredMessage>();

  constructor(bag: Bag, place: PlaceOfInput) {
    this.#bag = bag;
    this.#place = place;
    this.#outlines = new TransactionOutlines(bag);
    this.#slice = bag.exoticSlice(0);
  }

  /** @throws {BocError | ChainModelError} when the cell is not a transaction */
  read(cell: number): TransactionInput {
    const transaction = this.#outlines.read(cell);
    const { outcome, inMessage, accountHash: hash } = transaction;
    const { workchain, round } = this.#place;
    const account: OwnAccount = { workchain, hash, text: formatAccountAddress({ workchain, hash }) };
    const outMessages: StoredMessage[] = [];
    for (const message of transaction.outMessages) {
      const sent = this.#messageOf(message, message.info.type === 'external_out');
      sent.takeSource(this.#slice, account);
      outMessages.push(sent);
    }
    const received = inMessage === null ? null : this.#messageOf(inMessage, true);
    received?.takeDestination(this.#slice, account);
    return {
      hash: this.#bag.hashText(cell),
      account: account.text,
      lt: transaction.lt,
      now: transaction.now,
      seqno: round ?? 0,
      isTickTock: outcome.type === 'tick_tock',
      isAborted: outcome.aborted ?? false,
      originalStatus: transaction.origStatus,
      endStatus: transaction.endStatus,
      exitCode: outcome.exitCode,
      skipReason: outcome.skipReason,
      inMessage: received,
      outMessages,
    };
  }

  #messageOf(message: MessageOutline, hasBody: boolean): StoredMessage {
    if (message.info.type !== 'internal') return new StoredMessage(this.#bag, message, hasBody);
    const half = this.#halves.get(message.cell);
    const own = new StoredMessage(this.#bag, message, hasBody, half);
    if (half === undefined) this.#halves.set(message.cell, own);
    else this.#halves.delete(message.cell);
    return own;
  }
}

/** A message in the bag of its part. What few rules ask for is computed then. */
class StoredMessage implements MessageInput {
  readonly hash: string;
  readonly value: bigint | null;
  readonly extraCurrencies: Readonly<Record<string, string>>;
  readonly createdLt: bigint | null;
  readonly createdAt: number | null;
  readonly opcode: number | null;
  readonly isBounceable: boolean | null;
  readonly body: (() => CellSlice) | null;
  readonly #bag: Bag;
  readonly #message: MessageOutline;
  #source: string | null | undefined;
  #destination: string | null | undefined;

  /**
   * @param hasBody the body is that of a message that arrives, or leaves the chain
   * @param half the same message in the transaction at its other end
   */
  constructor(bag: Bag, message: MessageOutline, hasBody: boolean, half?: StoredMessage) {
    const { info } = message;
    this.#bag = bag;
    this.#message = message;
    this.hash = half === undefined ? bag.hashText(message.cell) : half.hash;
    this.value = info.value?.grams ?? null;
    this.extraCurrencies = half === undefined ? extraOf(message) : half.extraCurrencies;
    this.createdLt = info.createdLt;
    this.createdAt = info.createdAt;
    this.opcode = half === undefined ? opcodeOf(bag, message) : half.opcode;
    this.isBounceable = info.bounce;
    this.body = hasBody ? openerOf(bag, message) : null;
    if (half === undefined) return;
    this.#source = half.#source;
    this.#destination = half.#destination;
  }

  /**
   * Takes the text of its sender from the transaction that sends it. Where only an anycast prefix leads to the account,
   * the text is made of the address.
   */
  takeSource(slice: CellSlice, account: OwnAccount): void {
    if (isMessageSource(slice, this.#message, account)) this.#source = account.text;
  }

  /** Takes the text of its receiver from the transaction in which it arrives. */
  takeDestination(slice: CellSlice, account: OwnAccount): void {
    if (isMessageDestination(slice, this.#message, account)) this.#destination = account.text;
  }

  get source(): string | null {
    if (this.#source === undefined) this.#source = addressOf(loadMessageSource(this.#openSlice(), this.#message));
    return this.#source;
  }

  get destination(): string | null {
    if (this.#destination === undefined) {
      this.#destination = addressOf(loadMessageDestination(this.#openSlice(), this.#message));
    }
    return this.#destination;
  }

  get bodyHash(): string {
    return base64(messageBodyHash(this.#bag, this.#message));
  }

  get stateInit(): Uint8Array | null {
    return this.body === null || this.#message.init === null ? null : stateInitBytes(this.#bag, this.#message);
  }

  #openSlice(): CellSlice {
    return this.#bag.exoticSlice(this.#message.cell);
  }
}

function openerOf(bag: Bag, message: MessageOutline): () => CellSlice {
  let own: Bag | undefined;
  return () => {
    own ??= bag.withOpenings(BODY_OPENINGS_MAX);
    // As any other bag whose root is exotic, which nobody reads.
    if (message.bodyLayout === 'reference') own.ensureOrdinary(message.body);
    return messageBodySlice(own, message);
  };
}

const noExtra: Readonly<Record<string, string>> = Object.freeze({});

function extraOf({ info: { value } }: MessageOutline): Readonly<Record<string, string>> {
  if (value === null || value.extra.length === 0) return noExtra;
  return Object.fromEntries(value.extra.map(({ currency, amount }) => [String(currency), amount.toString()]));
}

function addressOf(address: MessageAddress): string | null {
  if (address.type !== 'std') return null;
  const account = accountAddressOf(address);
  return account === null ? null : formatAccountAddress(account);
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
