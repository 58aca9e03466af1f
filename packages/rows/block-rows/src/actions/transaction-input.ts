import { BODY_OPENINGS_MAX, type MessageInput, type TransactionInput } from '@tonriver/actions';
import { type Bag, type CellSlice } from '@tonriver/boc';
import {
  accountAddressOf,
  equalBytes,
  formatAccountAddress,
  type LoadedMessages,
  loadTransactionOutline,
  type Message,
  messageBodyHash,
  messageBodySlice,
  type MessageAddress,
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
  readonly #loaded: LoadedMessages = new Map();
  /** By its cell, a message of which one end was read: what is computed of it is the same at the other end. */
  readonly #halves = new Map<number, StoredMessage>();

  constructor(bag: Bag, place: PlaceOfInput) {
    this.#bag = bag;
    this.#place = place;
  }

  /** @throws {BocError | ChainModelError} when the cell is not a transaction */
  read(cell: number): TransactionInput {
    const transaction = loadTransactionOutline(this.#bag, cell, this.#loaded);
    const { outcome, inMessage, accountHash: hash } = transaction;
    const { computePhase } = outcome;
    const { workchain, round } = this.#place;
    const account: OwnAccount = { workchain, hash, text: formatAccountAddress({ workchain, hash }) };
    const outMessages: StoredMessage[] = [];
    for (const message of transaction.outMessages) {
      const sent = this.#messageOf(message, message.info.type === 'external_out');
      sent.takeSource(account);
      outMessages.push(sent);
    }
    const received = inMessage === null ? null : this.#messageOf(inMessage, true);
    received?.takeDestination(account);
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
      exitCode: computePhase?.type === 'vm' ? computePhase.exitCode : null,
      skipReason: computePhase?.type === 'skipped' ? computePhase.reason : null,
      inMessage: received,
      outMessages,
    };
  }

  #messageOf(message: Message, hasBody: boolean): StoredMessage {
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
  readonly #message: Message;
  #source: string | null | undefined;
  #destination: string | null | undefined;

  /**
   * @param hasBody the body is that of a message that arrives, or leaves the chain
   * @param half the same message in the transaction at its other end
   */
  constructor(bag: Bag, message: Message, hasBody: boolean, half?: StoredMessage) {
    const { info } = message;
    this.#bag = bag;
    this.#message = message;
    this.hash = half === undefined ? bag.hashText(message.cell) : half.hash;
    this.value = info.value?.grams ?? null;
    this.extraCurrencies = half === undefined ? extraOf(message) : half.extraCurrencies;
    this.createdLt = info.createdLt;
    this.createdAt = info.createdAt;
    this.opcode = half === undefined ? opcodeOf(bag, message) : half.opcode;
    this.isBounceable = info.type === 'internal' ? info.bounce : null;
    this.body = hasBody ? openerOf(bag, message) : null;
    if (half === undefined) return;
    this.#source = half.#source;
    this.#destination = half.#destination;
  }

  /** Takes the text of its sender from the transaction that sends it. */
  takeSource(account: OwnAccount): void {
    if (isAddressOf(this.#message.info.source, account)) this.#source = account.text;
  }

  /** Takes the text of its receiver from the transaction in which it arrives. */
  takeDestination(account: OwnAccount): void {
    if (isAddressOf(this.#message.info.destination, account)) this.#destination = account.text;
  }

  get source(): string | null {
    return (this.#source ??= addressOf(this.#message.info.source));
  }

  get destination(): string | null {
    return (this.#destination ??= addressOf(this.#message.info.destination));
  }

  get bodyHash(): string {
    return base64(messageBodyHash(this.#bag, this.#message));
  }

  get stateInit(): Uint8Array | null {
    return this.body === null || this.#message.init === null ? null : stateInitBytes(this.#bag, this.#message);
  }
}

/** False too where only an anycast prefix leads to the account: its text is then made of the address. */
function isAddressOf(address: MessageAddress, { workchain, hash }: OwnAccount): boolean {
  return (
    address.type === 'std' &&
    address.anycast === null &&
    address.workchain === workchain &&
    equalBytes(address.hash, hash)
  );
}

function openerOf(bag: Bag, message: Message): () => CellSlice {
  let own: Bag | undefined;
  return () => {
    own ??= bag.withOpenings(BODY_OPENINGS_MAX);
    // As any other bag whose root is exotic, which nobody reads.
    if (message.bodyLayout === 'reference') own.ensureOrdinary(message.body);
    return messageBodySlice(own, message);
  };
}

const noExtra: Readonly<Record<string, string>> = Object.freeze({});

function extraOf({ info: { value } }: Message): Readonly<Record<string, string>> {
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
