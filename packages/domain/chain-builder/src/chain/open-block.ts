import type { Cell } from '@tonriver/boc';
import { type AccountAddress, compareBytes, equalBytes, type Hash } from '@tonriver/chain-model';
import { ChainBuilderError } from '../chain-builder-error.ts';
import { hashKey } from './address-prefix.ts';
import { BlockLoad, type BlockLimits, classifyLoad, type LoadAmounts, type LoadClass } from './block-load.ts';
import { BlockDescriptors, type CarriedMessage, envelopeCell, inMessageCell } from './block-descriptors.ts';
import { type FreshMessage, FreshMessages } from './fresh-messages.ts';
import type { QueuedMessage } from './message-queue.ts';
import { ARRIVED_BITS, routeMessage } from './message-routing.ts';
import { queueKey } from './queue-dictionary.ts';
import { holds } from './shard-head.ts';
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
  /** End lt of the last masterchain block before the round. Messages with a higher lt were sent in the round. */
  readonly previousRoundLt: bigint;
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
  readonly load: LoadClass;
}

/** What a block reads. */
export interface BlockSources {
  /** Returns accounts as they were before the block. */
  readonly findAccount: (hash: Hash) => AccountRecord;
  /** Yields the messages that the block can import from queues, in the required order; from the first at each call. */
  readonly inbound: () => Iterable<QueuedMessage>;
  readonly limits: BlockLimits;
}

const FINAL_ROUTE = { currentBits: ARRIVED_BITS, nextBits: ARRIVED_BITS };

/** What a transaction must follow. */
interface Place {
  /** The transaction must be later. */
  readonly afterLt: bigint;
  /** The message that it handles, if the order of messages counts. */
  readonly message?: { readonly lt: bigint; readonly hash: Hash; readonly destination: AccountAddress };
}

/**
 * A block to which transactions are added, in a collator's order: ticks first, then messages from queues (in the order
 * of `nextQueued`), external messages, messages created in the block (in the order of `nextFresh`), and tocks last.
 *
 * Outcomes with a wrong account, lt, state or order are refused (`ChainBuilderError`) and leave the block as it was.
 * After any other error the block can only be abandoned.
 */
export class OpenBlock {
  readonly frame: BlockFrame;
  readonly #sources: BlockSources;
  readonly #histories = new Map<string, AccountHistory>();
  readonly #descriptors = new BlockDescriptors();
  readonly #load = new BlockLoad();
  readonly #fresh = new FreshMessages();
  readonly #queuedNow: QueuedMessage[] = [];
  readonly #imported: QueuedMessage[] = [];
  readonly #dequeued: QueuedMessage[] = [];
  readonly #waiting: Iterator<QueuedMessage, unknown>;
  /** The next message from a queue; undefined when there is none, null before it is looked for. */
  #next: QueuedMessage | undefined | null = null;
  #lastProcessed: { readonly lt: bigint; readonly hash: Hash } | null = null;
  #endLt: bigint;
  #condition: 'open' | 'broken' | 'ended' = 'open';

  constructor(frame: BlockFrame, sources: BlockSources) {
    this.frame = frame;
    this.#sources = sources;
    this.#waiting = sources.inbound()[Symbol.iterator]();
    this.#endLt = frame.startLt + 1n;
  }

  /** Returns an account after its last transaction; status `nonexist` if there is none. */
  account(hash: Hash): AccountRecord {
    return this.#histories.get(hashKey(hash))?.after ?? this.#sources.findAccount(hash);
  }

  contains(address: AccountAddress): boolean {
    const { workchain, shard } = this.frame;
    return address.workchain === workchain && holds(shard, address.hash);
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

  /** The gas, lt and size so far. */
  get amounts(): LoadAmounts {
    const { gasUsed, sizeEstimate } = this.#load;
    return { gasUsed, sizeEstimate, ltDelta: Number(this.#endLt - this.frame.startLt) };
  }

  /**
   * How full the block is. A collator stops importing internal messages at `soft` and external ones at `medium`, and
   * queues what is left.
   */
  get load(): LoadClass {
    return classifyLoad(this.#sources.limits, this.amounts);
  }

  /** The next message to import from a queue, not removed; undefined when all have been imported. */
  nextQueued(): QueuedMessage | undefined {
    if (this.#next === null) {
      const { value, done } = this.#waiting.next();
      this.#next = done === true ? undefined : (value as QueuedMessage);
    }
    return this.#next;
  }

  /** Yields all messages that wait in queues, which `nextQueued` does not visit. */
  *queued(): Generator<QueuedMessage> {
    let skipped = 0;
    for (const message of this.#sources.inbound()) if (skipped++ >= this.#imported.length) yield message;
  }

  /** True once every message that the block may import has been imported. */
  get hasImportedAll(): boolean {
    return this.nextQueued() === undefined;
  }

  /** Imports an external message. */
  importExternal(message: Cell, outcome: TransactionOutcome): void {
    this.#add(outcome, { afterLt: this.lastProcessedLt }, () => {
      const descriptor = { type: 'ext', message, transaction: outcome.transaction } as const;
      this.#descriptors.importExternal(message.hash(), descriptor);
    });
  }

  /** Imports the message of `nextQueued`. */
  importQueued(message: QueuedMessage, outcome: TransactionOutcome): void {
    const next = this.nextQueued();
    if (next === undefined || !equalBytes(next.hash, message.hash)) {
      throw new ChainBuilderError('wrong_order', 'Not the next message to import', { lt: message.lt });
    }
    this.#add(outcome, { afterLt: next.lt, message: next }, () => {
      const { envelope, fwdFee } = next;
      const descriptor = { type: 'fin', envelope, transaction: outcome.transaction, fwdFee } as const;
      this.#descriptors.importQueued(next, descriptor);
      this.#load.addCell(envelope);
      if (this.contains({ workchain: next.source.workchain, hash: next.holder })) {
        const reimport = inMessageCell(descriptor);
        this.#descriptors.exportFree(next.hash, { type: 'deq_imm', envelope, reimport });
        this.#dequeued.push(next);
      }
      this.#imported.push(next);
      this.#next = null;
    });
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
    const { lt, destination, value, fwdFee } = message;
    const hash = message.cell.hash();
    this.#add(outcome, { afterLt: lt, message: { lt, hash, destination } }, () => {
      const carried: CarriedMessage = { hash, value, fwdFee };
      const envelope = envelopeCell(message.cell, fwdFee, FINAL_ROUTE);
      const descriptor = { type: 'imm', envelope, transaction: outcome.transaction, fwdFee } as const;
      this.#descriptors.importImmediate(carried, descriptor);
      this.#load.addCell(envelope);
      const reimport = inMessageCell(descriptor);
      this.#descriptors.exportFree(hash, { type: 'imm', envelope, transaction: message.transaction, reimport });
    });
  }

  /** Puts a message of this block into the shard's queue. */
  queueFresh(message: FreshMessage): void {
    this.#ensureOpen();
    this.#guard(() => this.#queue(message));
  }

  /** Adds a transaction without a message: tick or tock of a special account. */
  runTickTock(outcome: TransactionOutcome): void {
    this.#add(outcome, { afterLt: this.frame.startLt }, () => undefined);
  }

  /** Imports a message that the block itself makes. Returns its descriptor for the masterchain's extra. */
  importSpecial(message: Cell, outcome: TransactionOutcome): Cell {
    return this.#add(outcome, { afterLt: this.frame.startLt }, () => {
      const envelope = envelopeCell(message, 0n, FINAL_ROUTE);
      const descriptor = { type: 'imm', envelope, transaction: outcome.transaction, fwdFee: 0n } as const;
      const noValue = { hash: message.hash(), value: { grams: 0n, extra: [] }, fwdFee: 0n };
      this.#descriptors.importImmediate(noValue, descriptor);
      return inMessageCell(descriptor);
    });
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

  /** Queues the remaining fresh messages and ends the block: nothing can be added any more. */
  finish(): BlockContent {
    this.#ensureOpen();
    this.#condition = 'ended';
    for (let message = this.#fresh.take(); message !== undefined; message = this.#fresh.take()) this.#queue(message);
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
      load: this.load,
    };
  }

  /** Ends the block without a result. */
  abandon(): void {
    this.#condition = 'ended';
  }

  #ensureOpen(): void {
    if (this.#condition === 'open') return;
    const message =
      this.#condition === 'ended'
        ? 'The block has been closed or abandoned'
        : 'An error left the block unfinished: abandon it';
    throw new ChainBuilderError('wrong_order', message, { seqno: this.frame.seqno });
  }

  /** Runs a step that must be done as a whole. */
  #guard<Result>(step: () => Result): Result {
    this.#condition = 'broken';
    const result = step();
    this.#condition = 'open';
    return result;
  }

  /** Checks an outcome, and then adds it with its descriptors. */
  #add<Result>(outcome: TransactionOutcome, place: Place, describe: () => Result): Result {
    this.#ensureOpen();
    this.#check(outcome, place);
    return this.#guard(() => {
      if (place.message !== undefined) this.#lastProcessed = { lt: place.message.lt, hash: place.message.hash };
      this.#commit(outcome);
      return describe();
    });
  }

  #check(outcome: TransactionOutcome, { afterLt, message }: Place): void {
    const { frame } = this;
    const last = this.#lastProcessed;
    if (message !== undefined && last !== null) {
      const isLater = message.lt > last.lt || (message.lt === last.lt && compareBytes(message.hash, last.hash) > 0);
      if (!isLater) {
        const { lt } = message;
        throw new ChainBuilderError('wrong_order', 'Internal messages are handled by lt, then by hash', { lt });
      }
    }
    const address = { workchain: frame.workchain, hash: outcome.account };
    const isReceiver = message === undefined || compareBytes(message.destination.hash, outcome.account) === 0;
    if (!isReceiver || !this.contains(address)) {
      throw new ChainBuilderError('bad_outcome', 'The transaction belongs to another account', { lt: outcome.lt });
    }
    const before = this.account(outcome.account);
    if (outcome.lt <= afterLt || outcome.lt <= frame.startLt || outcome.lt < before.endLt) {
      throw new ChainBuilderError('bad_outcome', 'The transaction is too early', { lt: outcome.lt, afterLt });
    }
  }

  #commit(outcome: TransactionOutcome): void {
    const before = this.account(outcome.account);
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
    this.#load.addTransaction(outcome.transaction, { gasUsed: outcome.gasUsed, isFirst: history === undefined });
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
        this.#queue({ ...message, transaction });
      }
    }
  }

  #queue(message: FreshMessage): void {
    const { source, destination, value, fwdFee, lt } = message;
    const hash = message.cell.hash();
    const route = routeMessage(source, destination, this.frame.shard);
    const envelope = envelopeCell(message.cell, fwdFee, route);
    this.#descriptors.exportQueued(
      { hash, value, fwdFee },
      { type: 'new', envelope, transaction: message.transaction },
    );
    this.#load.addCell(envelope);
    this.#queuedNow.push({
      hash,
      envelope,
      message: message.cell,
      lt,
      source,
      destination,
      value,
      fwdFee,
      holder: route.currentBits === ARRIVED_BITS ? destination.hash : source.hash,
      key: queueKey(route, hash),
      nextWorkchain: route.nextWorkchain,
      nextPrefix: route.nextPrefix,
    });
  }
}
