import type { Bag } from '@tonriver/boc';
import {
  accountAddressOf,
  type AccountAddress,
  type CurrencyCollection,
  currencyAugmentation,
  depthBalanceAugmentation,
  eachEnqueuedMessage,
  eachShardAccount,
  equalBytes,
  findShardAccount,
  forEachInMessage,
  forEachOutMessage,
  hashToHex,
  importFeesAugmentation,
  type InMessage,
  loadAccount,
  loadAccountBlock,
  loadAccountBlocks,
  loadAccountBlocksRoot,
  loadEnqueuedMessage,
  loadHashUpdate,
  loadInMessage,
  loadInMessageDescriptors,
  loadMessage,
  loadMessageEnvelope,
  loadOutMessage,
  loadOutMessageDescriptors,
  loadOutMsgQueueInfo,
  loadShardAccount,
  loadShardAccounts,
  loadTransaction,
  minimalLtAugmentation,
  type OutMessage,
  outQueueKeyBits,
  shardContainsAccount,
  type Transaction,
  zeroCurrencyCollection,
} from '@tonriver/chain-model';
import type { KnownBlock, OpenedBlock } from './chain-checker.ts';
import { checkAugmentation } from './check-augmentation.ts';
import { checkTickTock } from './check-config-contract.ts';
import { checkFlow } from './check-flow.ts';
import { checkHistories } from './check-histories.ts';
import { checkLibraries } from './check-libraries.ts';
import { expectThat } from './expect-that.ts';
import { isSameAmount, sum } from './amounts.ts';
import { compareOrder, lastReceived, type MessageOrder } from './message-order.ts';

/** Counts of checked things, to be compared with the counts of the builder. */
export interface Tally {
  transactions: number;
  internalsSent: number;
  internalsReceived: number;
  externalsIn: number;
  externalsOut: number;
  specials: number;
  descriptors: Record<string, number>;
}

interface Sent {
  readonly workchain: number;
  readonly round: number;
  readonly order: MessageOrder;
  readonly destination: AccountAddress;
}

/** Checks blocks one by one, and keeps accounts' last transactions and messages in flight from one to the next. */
export class BlockChecker {
  readonly tally: Tally = {
    transactions: 0,
    internalsSent: 0,
    internalsReceived: 0,
    externalsIn: 0,
    externalsOut: 0,
    specials: 0,
    descriptors: {},
  };
  readonly #inFlight = new Map<string, Sent>();
  readonly #seen = new Set<string>();

  check(opened: OpenedBlock, round: number): void {
    const special = specialMessages(opened);
    const transactions = this.#checkAccounts(opened);
    this.#checkDescriptors(opened, transactions, special);
    this.#checkMessages(opened, transactions, special, round);
    this.#checkOrder(opened, special, round);
    this.#checkDequeued(opened);
    checkFlow(opened);
    checkStateExtras(opened);
    checkHistories(opened);
    checkLibraries(opened.after);
    checkTickTock(opened);
  }

  finish(states: readonly KnownBlock[]): { readonly inFlight: number } {
    const queued = new Set<string>();
    for (const { state, stateBag } of states) {
      const info = loadOutMsgQueueInfo(stateBag.slice(state.outMsgQueueInfo));
      for (const { key } of eachEnqueuedMessage(stateBag, info.outQueue.root)) queued.add(hashToHex(key.subarray(12)));
    }
    for (const hash of this.#inFlight.keys()) expectThat(queued.has(hash), 'a message without receiver is in a queue');
    return { inFlight: this.#inFlight.size };
  }

  /** Checks that transactions continue each other and lead from the account's old state to its new one. */
  #checkAccounts({ bag, block, parents, after }: OpenedBlock): Map<string, Transaction> {
    const { info, extra } = block;
    const found = new Map<string, Transaction>();
    let highest = info.startLt + 1n;
    for (const accountBlock of loadAccountBlocks(bag, extra.accountBlocks)) {
      const hash = accountBlock.accountHash;
      expectThat(shardContainsAccount(info.shard, hash), 'an account belongs to its shard');
      let { stateHash, lastHash, lastLt, endLt } = accountIn(parents, hash);
      const update = loadHashUpdate(bag.slice(accountBlock.stateUpdate));
      expectThat(hashToHex(update.oldHash) === stateHash, 'the account block begins with the old state');
      for (const { lt, transaction: cell, fees } of accountBlock.transactions) {
        const transaction = loadTransaction(bag, cell);
        expectThat(transaction.isCanonical, 'a transaction is canonical');
        expectThat(
          equalBytes(transaction.accountHash, hash) && transaction.lt === lt,
          'a transaction is under its key',
        );
        expectThat(hashToHex(transaction.oldStateHash) === stateHash, 'old state = new state of the one before');
        expectThat(hashToHex(transaction.prevTransHash) === lastHash, 'prev_trans_hash');
        expectThat(transaction.prevTransLt === lastLt, 'prev_trans_lt');
        expectThat(lt > info.startLt && lt >= endLt, 'lts ascend');
        expectThat(transaction.now === info.genUtime, 'now is the time of the block');
        expectThat(isSameAmount(fees, transaction.totalFees), 'the extra of a transaction is its fees');
        expectThat(transaction.outMessageCount === transaction.outMessages.length, 'the number of messages');
        endLt = lt + BigInt(transaction.outMessageCount) + 1n;
        if (endLt > highest) highest = endLt;
        stateHash = hashToHex(transaction.newStateHash);
        lastHash = hashToHex(bag.hash(cell));
        lastLt = lt;
        found.set(lastHash, transaction);
      }
      expectThat(hashToHex(update.newHash) === stateHash, 'the account block ends with the new state');
      const now = accountIn([after], hash);
      expectThat(now.stateHash === stateHash, 'the new state of the account is in the state');
      if (now.exists) expectThat(now.lastHash === lastHash && now.lastLt === lastLt, 'last transaction in the state');
      if (now.exists) expectThat(now.endLt === endLt, 'last_trans_lt of the storage');
    }
    expectThat(info.endLt === highest, 'end_lt is the highest lt');
    this.tally.transactions += found.size;
    return found;
  }

  /** Checks that every message of a transaction has one descriptor, and every descriptor has such a message. */
  #checkDescriptors(
    { bag, block }: OpenedBlock,
    transactions: ReadonlyMap<string, Transaction>,
    special: ReadonlySet<string>,
  ): void {
    const inTypes = new Map<string, InMessage>();
    const outTypes = new Map<string, OutMessage>();
    forEachInMessage(bag, block.extra.inMessageDescriptors, ({ messageHash, value }) => {
      inTypes.set(hashToHex(messageHash), value);
      this.#count(`in_${value.type}`);
    });
    forEachOutMessage(bag, block.extra.outMessageDescriptors, ({ messageHash, value }) => {
      outTypes.set(hashToHex(messageHash), value);
      this.#count(`out_${value.type}`);
    });
    let messagesIn = 0;
    let messagesOut = 0;
    for (const [hash, { inMessage, outMessages }] of transactions) {
      if (inMessage !== null) {
        messagesIn++;
        const name = hashToHex(bag.hash(inMessage.cell));
        const descriptor = inTypes.get(name);
        expectThat(descriptor !== undefined && 'transaction' in descriptor, 'a received message has a descriptor');
        expectThat(hashToHex(bag.hash(descriptor.transaction)) === hash, 'it names the transaction');
        checkInDescriptor(bag, descriptor, inMessage.cell, outTypes.get(name), special.has(name));
      }
      for (const message of outMessages) {
        messagesOut++;
        const descriptor = outTypes.get(hashToHex(bag.hash(message.cell)));
        expectThat(descriptor !== undefined && 'transaction' in descriptor, 'a sent message has a descriptor');
        expectThat(hashToHex(bag.hash(descriptor.transaction)) === hash, 'it names the transaction');
        const isExternal = message.info.type === 'external_out';
        expectThat(isExternal === (descriptor.type === 'ext'), 'only external messages are exported as such');
      }
    }
    const dequeued = [...outTypes.values()].filter(({ type }) => type === 'deq_short' || type === 'deq_imm').length;
    expectThat(inTypes.size === messagesIn, 'as many descriptors as received messages');
    expectThat(outTypes.size === messagesOut + dequeued, 'as many descriptors as sent and dequeued messages');
  }

  #checkMessages(
    { bag, block }: OpenedBlock,
    transactions: ReadonlyMap<string, Transaction>,
    special: ReadonlySet<string>,
    round: number,
  ): void {
    const ordered = [...transactions.values()].sort((left, right) => (left.lt < right.lt ? -1 : 1));
    for (const { lt, outMessages, now } of ordered) {
      for (const [index, message] of outMessages.entries()) {
        expectThat(message.isCanonical, 'a message is canonical');
        const name = hashToHex(bag.hash(message.cell));
        expectThat(message.info.type !== 'external_in', 'no account sends an external message in');
        expectThat(message.info.createdLt === lt + BigInt(index) + 1n, 'created_lt follows the transaction');
        expectThat(message.info.createdAt === now, 'created_at');
        if (message.info.type === 'external_out') {
          this.tally.externalsOut++;
          continue;
        }
        this.tally.internalsSent++;
        expectThat(!this.#seen.has(name), 'a message is sent once');
        this.#seen.add(name);
        const destination = accountAddressOf(message.info.destination);
        expectThat(destination !== null, 'a message leads to an account');
        const order = { lt: message.info.createdLt, hash: bag.hash(message.cell) };
        this.#inFlight.set(name, { workchain: block.info.workchain, round, order, destination });
      }
    }
    for (const { lt, inMessage } of ordered) {
      if (inMessage === null) continue;
      const name = hashToHex(bag.hash(inMessage.cell));
      if (inMessage.info.type === 'external_in') {
        this.tally.externalsIn++;
        continue;
      }
      expectThat(inMessage.info.type === 'internal' && inMessage.info.createdLt < lt, 'received after it was sent');
      if (special.has(name)) {
        this.tally.specials++;
        continue;
      }
      this.tally.internalsReceived++;
      expectThat(this.#inFlight.delete(name), 'a received message was sent, and not received before');
    }
  }

  /** Checks that no older message waits behind the last one that the block has received. */
  #checkOrder({ bag, block }: OpenedBlock, special: ReadonlySet<string>, round: number): void {
    const { workchain, shard } = block.info;
    const last = lastReceived(bag, block.extra.inMessageDescriptors, special);
    if (last === null) return;
    for (const { destination, order, round: sentIn } of this.#inFlight.values()) {
      const isHere = destination.workchain === workchain && shardContainsAccount(shard, destination.hash);
      const isVisible = isHere && sentIn < round;
      expectThat(!isVisible || compareOrder(order, last) > 0, 'messages are imported by lt, then by hash');
    }
  }

  #checkDequeued({ bag, block }: OpenedBlock): void {
    forEachOutMessage(bag, block.extra.outMessageDescriptors, ({ messageHash, value }) => {
      if (value.type !== 'deq_short' && value.type !== 'deq') return;
      const name = hashToHex(messageHash);
      expectThat(this.#seen.has(name) && !this.#inFlight.has(name), 'only received messages are dequeued');
    });
  }

  #count(name: string): void {
    this.tally.descriptors[name] = (this.tally.descriptors[name] ?? 0) + 1;
  }
}

function checkInDescriptor(
  bag: Bag,
  descriptor: InMessage,
  message: number,
  out: OutMessage | undefined,
  isSpecial: boolean,
): void {
  const { info } = loadMessage(bag, message);
  if (descriptor.type === 'ext') {
    expectThat(info.type === 'external_in', 'msg_import_ext is for external messages');
    return;
  }
  expectThat(descriptor.type === 'imm' || descriptor.type === 'fin', 'how a message is imported');
  const envelope = loadMessageEnvelope(bag.slice(descriptor.envelope));
  expectThat(hashToHex(bag.hash(envelope.message)) === hashToHex(bag.hash(message)), 'the envelope holds the message');
  expectThat(envelope.fwdFeeRemaining === descriptor.fwdFee, 'the remaining fee is collected');
  expectThat(info.type === 'internal' && envelope.fwdFeeRemaining === info.forwardFee, 'the fee is the message fee');
  if (descriptor.type === 'imm' && !isSpecial) expectThat(out?.type === 'imm', 'imported at once = exported at once');
  if (descriptor.type === 'fin') expectThat(out === undefined || out.type === 'deq_imm', 'out of the own queue');
}

/** Returns the messages of a masterchain block that no transaction sent. */
function specialMessages({ bag, masterchainExtra }: OpenedBlock): Set<string> {
  const cells = [masterchainExtra?.recoverCreateMessage ?? null, masterchainExtra?.mintMessage ?? null];
  const hashes = new Set<string>();
  for (const cell of cells) {
    if (cell === null) continue;
    const descriptor = loadInMessage(bag.slice(cell));
    expectThat(descriptor.type === 'imm', 'special messages are imported at once');
    hashes.add(hashToHex(bag.hash(loadMessageEnvelope(bag.slice(descriptor.envelope)).message)));
  }
  return hashes;
}

interface AccountView {
  readonly exists: boolean;
  stateHash: string;
  lastHash: string;
  lastLt: bigint;
  endLt: bigint;
}

const NONE = '90aec8965afabb16ebc3cb9b408ebae71b618d78788bc80d09843593cac98da4';
const ZERO = '0'.repeat(64);

function accountIn(states: readonly KnownBlock[], hash: Uint8Array): AccountView {
  for (const { state, stateBag } of states) {
    const found = findShardAccount(stateBag, loadShardAccounts(stateBag, state.accounts).root, hash);
    if (found === null) continue;
    const account = loadAccount(stateBag, found.account);
    expectThat(account !== null && account.isCanonical, 'an account in the state exists');
    return {
      exists: true,
      stateHash: hashToHex(stateBag.hash(found.account)),
      lastHash: hashToHex(found.lastTransHash),
      lastLt: found.lastTransLt,
      endLt: account.storage.lastTransLt,
    };
  }
  return { exists: false, stateHash: NONE, lastHash: ZERO, lastLt: 0n, endLt: 0n };
}

/** Checks all sums in the dictionaries of the block and of its new state. */
function checkStateExtras({ bag, block, after }: OpenedBlock): void {
  const { extra } = block;
  const inRoot = loadInMessageDescriptors(bag, extra.inMessageDescriptors);
  checkAugmentation(bag, inRoot.root, inRoot.extra, {
    keyBits: 256,
    augmentation: importFeesAugmentation,
    extraOfLeaf: (leaf) => feesOf(bag, loadInMessage(leaf)),
  });
  const outRoot = loadOutMessageDescriptors(bag, extra.outMessageDescriptors);
  checkAugmentation(bag, outRoot.root, outRoot.extra, {
    keyBits: 256,
    augmentation: currencyAugmentation,
    extraOfLeaf: (leaf) => exportedBy(bag, loadOutMessage(leaf)),
  });
  const accounts = loadAccountBlocksRoot(bag, extra.accountBlocks);
  checkAugmentation(bag, accounts.root, accounts.extra, {
    keyBits: 256,
    augmentation: currencyAugmentation,
    extraOfLeaf: (leaf) => sum(...loadAccountBlock(leaf).transactions.map(({ fees }) => fees)),
  });
  checkShardState(after);
}

function checkShardState({ state, stateBag }: KnownBlock): void {
  const accounts = loadShardAccounts(stateBag, state.accounts);
  const count = checkAugmentation(stateBag, accounts.root, accounts.extra, {
    keyBits: 256,
    augmentation: depthBalanceAugmentation,
    extraOfLeaf: (leaf) => {
      const account = loadAccount(stateBag, loadShardAccount(leaf).account);
      return { splitDepth: 0, balance: account?.storage.balance ?? zeroCurrencyCollection };
    },
  });
  let keyed = 0;
  for (const { hash } of eachShardAccount(stateBag, accounts.root)) {
    keyed++;
    expectThat(shardContainsAccount(state.shard, hash), 'the state holds accounts of its shard only');
  }
  expectThat(keyed === count, 'every account is walked');
  const queue = loadOutMsgQueueInfo(stateBag.slice(state.outMsgQueueInfo));
  const queued = checkAugmentation(stateBag, queue.outQueue.root, queue.outQueue.extra, {
    keyBits: outQueueKeyBits,
    augmentation: minimalLtAugmentation,
    extraOfLeaf: (leaf) => {
      const { enqueuedLt, envelope } = loadEnqueuedMessage(leaf);
      const { info } = loadMessage(stateBag, loadMessageEnvelope(stateBag.slice(envelope)).message);
      expectThat(info.createdLt === enqueuedLt, 'enqueued when it was created');
      return enqueuedLt;
    },
  });
  expectThat(queue.extra?.outQueueSize === queued, 'the stated size of the queue');
}

function valueOf(bag: Bag, message: number, fee: bigint): CurrencyCollection {
  const { info } = loadMessage(bag, message);
  expectThat(info.type === 'internal', 'only internal messages have a value');
  return { grams: info.value.grams + fee, extra: info.value.extra };
}

function feesOf(bag: Bag, descriptor: InMessage) {
  if (descriptor.type === 'ext') return { feesCollected: 0n, valueImported: zeroCurrencyCollection };
  expectThat(descriptor.type === 'imm' || descriptor.type === 'fin', 'known import');
  const { fwdFee } = descriptor;
  if (descriptor.type === 'imm') return { feesCollected: fwdFee, valueImported: zeroCurrencyCollection };
  const { message } = loadMessageEnvelope(bag.slice(descriptor.envelope));
  return { feesCollected: fwdFee, valueImported: valueOf(bag, message, fwdFee) };
}

function exportedBy(bag: Bag, descriptor: OutMessage): CurrencyCollection {
  if (descriptor.type !== 'new') return zeroCurrencyCollection;
  const { message, fwdFeeRemaining } = loadMessageEnvelope(bag.slice(descriptor.envelope));
  return valueOf(bag, message, fwdFeeRemaining);
}
