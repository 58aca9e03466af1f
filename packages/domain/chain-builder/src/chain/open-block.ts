import type { Cell } from '@tonriver/boc';
import { type AccountAddress, compareBytes, type Hash, shardContains } from '@tonriver/chain-model';
import { ChainBuilderError } from '../chain-builder-error.ts';
import { addressPrefix, hashKey } from './address-prefix.ts';
import { BlockDescriptors, type CarriedMessage, envelopeCell, inMessageCell } from './block-descriptors.ts';
import { type FreshMessage, FreshMessages } from './fresh-messages.ts';
import type { QueuedMessage } from './message-queue.ts';
import { routeMessage } from './message-routing.ts';
import { queueKey } from './queue-dictionary.ts';
import type { AccountRecord, TransactionOutcome } from './transaction-outcome.ts';

/** The properties of a block before its first transaction. */
export interface BlockFrame {
  readonly workchain: number;
  readonly shard: bigint;
  readonly seqno: number;
  readonly genUtime: number;
  readonly startLt: bigint;
  /** The masterchain block that will name this one. */
  readonly round: number;
  readonly randSeed: Hash;
  /** The messages that the block can import from queues, in the required order. */
  readonly inbound: readonly QueuedMessage[];
}

/** The transactions of one account in a block. */
export interface AccountHistory {
  readonly hash: Hash;
  readonly before: AccountRecord;
  after: AccountRecord;
  readonly outcomes: TransactionOutcome[];
}

/** The results of a block's transactions, from which the block is written. */
export interface BlockContent {
  readonly round: number;
  readonly endLt: bigint;
  readonly histories: readonly AccountHistory[];
  readonly descriptors: BlockDescriptors;
  readonly queuedNow: readonly QueuedMessage[];
  readonly imported: readonly QueuedMessage[];
  /** The messages that leave the shard's own queue: delivered elsewhere, or imported here. */
  readonly dequeued: readonly QueuedMessage[];
  /** The last internal message that was imported or handled at once; null for none. */
  readonly lastProcessed: { readonly lt: bigint; readonly hash: Hash } | null;
  readonly hasImportedAll: boolean;
}

/** Returns accounts as they were before the block. */
export type FindAccount = (hash: Hash) => AccountRecord;

const FINAL_ROUTE = { currentBits: 96, nextBits: 96 };

/**
 * A block to which transactions are added, in a collator's order: messages from queues (in the order of `inbound`),
 * external messages, messages created in the block (in the order of `nextFresh`), ticks first and tocks last. Outcomes
 * with a wrong account, lt, state or order are refused (`ChainBuilderError`).
 */
export class OpenBlock {
  readonly frame: BlockFrame;
  readonly #findAccount: FindAccount;
  readonly #histories = new Map<string, AccountHistory>();
  readonly #descriptors = new BlockDescriptors();
  readonly #fresh = new FreshMessages();
  readonly #queuedNow: QueuedMessage[] = [];
  readonly #imported: QueuedMessage[] = [];
  readonly #dequeued: QueuedMessage[] = [];
  #lastProcessed: { readonly lt: bigint; readonly hash: Hash } | null = null;
  #endLt: bigint;

  constructor(frame: BlockFrame, findAccount: FindAccount) {
    this.frame = frame;
    this.#findAccount = findAccount;
    this.#endLt = frame.startLt + 1n;
  }

  /** Returns an account after its last transaction; status `nonexist` if there is none. */
  account(hash: Hash): AccountRecord {
    return this.#histories.get(hashKey(hash))?.after ?? this.#findAccount(hash);
  }

  contains(address: AccountAddress): boolean {
    const { workchain, shard } = this.frame;
    return address.workchain === workchain && shardContains(shard, addressPrefix(address.hash) | 1n);
  }

  /** Returns the lt of the account's next transaction, later than `after` (for example, its incoming message). */
  nextLt(hash: Hash, after: bigint): bigint {
    const earliest = after < this.frame.startLt ? this.frame.startLt + 1n : after + 1n;
    const { endLt } = this.account(hash);
    return endLt > earliest ? endLt : earliest;
  }

  /** The lt of the last internal message. External messages come after it. */
  get lastProcessedLt(): bigint {
    return this.#lastProcessed?.lt ?? this.frame.startLt;
  }

  /** The highest lt so far. */
  get endLt(): bigint {
    return this.#endLt;
  }

  /** True once every message that the block may import has been imported. */
  get hasImportedAll(): boolean {
    return this.#imported.length === this.frame.inbound.length;
  }

  /** Imports an external message. */
  importExternal(message: Cell, outcome: TransactionOutcome): void {
    this.#commit(outcome, this.lastProcessedLt);
    const descriptor = { type: 'ext', message, transaction: outcome.transaction } as const;
    this.#descriptors.importExternal(message.hash(), descriptor);
  }

  /** Imports the next message of `frame.inbound`. */
  importQueued(message: QueuedMessage, outcome: TransactionOutcome): void {
    if (this.frame.inbound[this.#imported.length] !== message) {
      throw new ChainBuilderError('wrong_order', 'Not the next message to import', { lt: message.lt });
    }
    this.#process(message.lt, message.hash);
    this.#commit(outcome, message.lt, message.destination);
    const { envelope, fwdFee } = message;
    const descriptor = { type: 'fin', envelope, transaction: outcome.transaction, fwdFee } as const;
    this.#descriptors.importQueued(message, descriptor);
    if (this.contains({ workchain: message.source.workchain, hash: message.holder })) {
      const reimport = inMessageCell(descriptor);
      this.#descriptors.exportFree(message.hash, { type: 'deq_imm', envelope, reimport });
      this.#dequeued.push(message);
    }
    this.#imported.push(message);
  }

  /** The next message that was created here for an account of this shard; the caller imports it or queues it. */
  nextFresh(): FreshMessage | undefined {
    return this.#fresh.take();
  }

  /** Imports a message in the block that created it. */
  importFresh(message: FreshMessage, outcome: TransactionOutcome): void {
    if (!this.hasImportedAll) {
      throw new ChainBuilderError('wrong_order', 'New messages must be queued while older messages wait', {
        lt: message.lt,
      });
    }
    const hash = message.cell.hash();
    this.#process(message.lt, hash);
    this.#commit(outcome, message.lt, message.destination);
    const carried: CarriedMessage = { hash, value: message.value, fwdFee: message.fwdFee };
    const envelope = envelopeCell(message.cell, message.fwdFee, FINAL_ROUTE);
    const { fwdFee } = message;
    const descriptor = { type: 'imm', envelope, transaction: outcome.transaction, fwdFee } as const;
    this.#descriptors.importImmediate(carried, descriptor);
    const reimport = inMessageCell(descriptor);
    this.#descriptors.exportFree(hash, { type: 'imm', envelope, transaction: message.transaction, reimport });
  }

  /** Puts a message of this block into the shard's queue. */
  queueFresh(message: FreshMessage): void {
    const { source, destination, value, fwdFee, lt } = message;
    const hash = message.cell.hash();
    const route = routeMessage(source, destination, this.frame.shard);
    const envelope = envelopeCell(message.cell, fwdFee, route);
    this.#descriptors.exportQueued(
      { hash, value, fwdFee },
      { type: 'new', envelope, transaction: message.transaction },
    );
    this.#queuedNow.push({
      hash,
      envelope,
      message: message.cell,
      lt,
      source,
      destination,
      value,
      fwdFee,
      holder: route.currentBits === 96 ? destination.hash : source.hash,
      key: queueKey(route, hash),
      nextWorkchain: route.nextWorkchain,
      nextPrefix: route.nextPrefix,
      round: this.frame.round,
      delivery: null,
    });
  }

  /** Adds a transaction without a message: tick or tock of a special account. */
  runTickTock(outcome: TransactionOutcome): void {
    this.#commit(outcome, this.frame.startLt);
  }

  /** Imports a message that the block itself makes. Returns its descriptor for the masterchain's extra. */
  importSpecial(message: Cell, outcome: TransactionOutcome): Cell {
    this.#commit(outcome, this.frame.startLt);
    const envelope = envelopeCell(message, 0n, FINAL_ROUTE);
    const descriptor = { type: 'imm', envelope, transaction: outcome.transaction, fwdFee: 0n } as const;
    const noValue = { hash: message.hash(), value: { grams: 0n, extra: [] }, fwdFee: 0n };
    this.#descriptors.importImmediate(noValue, descriptor);
    return inMessageCell(descriptor);
  }

  /** Removes a message from the queue, because it was delivered. */
  dequeue(message: QueuedMessage, importBlockLt: bigint): void {
    this.#descriptors.exportFree(message.hash, {
      type: 'deq_short',
      envelopeHash: message.envelope.hash(),
      nextWorkchain: message.nextWorkchain,
      nextAddressPrefix: message.nextPrefix,
      importBlockLt,
    });
    this.#dequeued.push(message);
  }

  /** Queues the remaining fresh messages and closes the block. */
  finish(): BlockContent {
    for (let message = this.#fresh.take(); message !== undefined; message = this.#fresh.take()) {
      this.queueFresh(message);
    }
    return {
      round: this.frame.round,
      endLt: this.#endLt,
      histories: [...this.#histories.values()].sort((left, right) => compareBytes(left.hash, right.hash)),
      descriptors: this.#descriptors,
      queuedNow: this.#queuedNow,
      imported: this.#imported,
      dequeued: this.#dequeued,
      lastProcessed: this.#lastProcessed,
      hasImportedAll: this.hasImportedAll,
    };
  }

  #process(lt: bigint, hash: Hash): void {
    const last = this.#lastProcessed;
    if (last !== null && (lt < last.lt || (lt === last.lt && compareBytes(hash, last.hash) <= 0))) {
      throw new ChainBuilderError('wrong_order', 'Internal messages are handled by lt, then by hash', { lt });
    }
    this.#lastProcessed = { lt, hash };
  }

  #commit(outcome: TransactionOutcome, afterLt: bigint, destination?: AccountAddress): void {
    const { frame } = this;
    const address = { workchain: frame.workchain, hash: outcome.account };
    const isReceiver = destination === undefined || compareBytes(destination.hash, outcome.account) === 0;
    if (!isReceiver || !this.contains(address)) {
      throw new ChainBuilderError('bad_outcome', 'The transaction belongs to another account', { lt: outcome.lt });
    }
    const before = this.account(outcome.account);
    if (outcome.lt <= afterLt || outcome.lt <= frame.startLt || outcome.lt < before.endLt) {
      throw new ChainBuilderError('bad_outcome', 'The transaction is too early', { lt: outcome.lt, afterLt });
    }
    const messageCount = outcome.newMessages.length;
    const endLt = outcome.lt + BigInt(messageCount) + 1n;
    const after: AccountRecord = {
      ...outcome.after,
      hash: outcome.account,
      lastTransHash: outcome.transaction.hash(),
      lastTransLt: outcome.lt,
      endLt,
    };
    const key = hashKey(outcome.account);
    const history = this.#histories.get(key);
    if (history === undefined) this.#histories.set(key, { hash: after.hash, before, after, outcomes: [outcome] });
    else {
      history.after = after;
      history.outcomes.push(outcome);
    }
    if (endLt > this.#endLt) this.#endLt = endLt;
    this.#register(outcome);
  }

  #register({ newMessages, transaction }: TransactionOutcome): void {
    for (const message of newMessages) {
      if (message.type === 'external_out') {
        this.#descriptors.exportFree(message.cell.hash(), { type: 'ext', message: message.cell, transaction });
      } else if (this.contains(message.destination)) {
        this.#fresh.add({ ...message, transaction });
      } else {
        this.queueFresh({ ...message, transaction });
      }
    }
  }
}
