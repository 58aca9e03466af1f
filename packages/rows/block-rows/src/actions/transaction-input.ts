import { BODY_OPENINGS_MAX, type MessageInput, type TransactionInput } from '@tonriver/actions';
import { type Bag, type CellSlice } from '@tonriver/boc';
import {
  accountAddressOf,
  formatAccountAddress,
  type Message,
  messageBodyHash,
  messageBodySlice,
  type MessageAddress,
  type Transaction,
} from '@tonriver/chain-model';
import { opcodeOf } from '../message-rows.ts';
import { stateInitBytes } from '../state-init-rows.ts';

/** The workchain of a transaction's block, and the seqno of its round; null without one. */
interface PlaceOfInput {
  readonly workchain: number;
  readonly round: number | null;
}

/**
 * Returns a transaction as the rules take it. Bodies are there of messages that arrive in it or leave the chain: those
 * of the others belong to their receivers. A body is read from its bag when a rule asks for it.
 */
export function transactionInputOf(
  bag: Bag,
  transaction: Transaction,
  { workchain, round }: PlaceOfInput,
): TransactionInput {
  const { description, inMessage, outMessages } = transaction;
  const { computePhase } = description;
  return {
    hash: base64(bag.hash(transaction.cell)),
    account: formatAccountAddress({ workchain, hash: transaction.accountHash }),
    lt: transaction.lt,
    now: transaction.now,
    seqno: round ?? 0,
    isTickTock: description.type === 'tick_tock',
    isAborted: description.aborted ?? false,
    originalStatus: transaction.origStatus,
    endStatus: transaction.endStatus,
    exitCode: computePhase?.type === 'vm' ? computePhase.exitCode : null,
    skipReason: computePhase?.type === 'skipped' ? computePhase.reason : null,
    inMessage: inMessage === null ? null : new StoredMessage(bag, inMessage, true),
    outMessages: outMessages.map((message) => new StoredMessage(bag, message, message.info.type === 'external_out')),
  };
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

  /** @param hasBody the body is that of a message that arrives, or leaves the chain */
  constructor(bag: Bag, message: Message, hasBody: boolean) {
    const { info } = message;
    this.#bag = bag;
    this.#message = message;
    this.hash = base64(bag.hash(message.cell));
    this.value = info.value?.grams ?? null;
    this.extraCurrencies = extraOf(message);
    this.createdLt = info.createdLt;
    this.createdAt = info.createdAt;
    this.opcode = opcodeOf(bag, message);
    this.isBounceable = info.type === 'internal' ? info.bounce : null;
    this.body = hasBody ? openerOf(bag, message) : null;
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
