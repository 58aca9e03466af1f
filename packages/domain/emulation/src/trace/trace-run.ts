import { Bag, serializeTree } from '@tonriver/boc';
import {
  type AccountAddress,
  accountAddressOf,
  formatAccountAddress,
  loadAccount,
  loadShardAccount,
  loadTransaction,
} from '@tonriver/chain-model';
import type { EmulatedTransaction, MissingPart } from './emulated-trace.ts';
import type { EmulatorResult, TraceBounds, TracePorts } from './trace-ports.ts';
import { createWaitingMessages, type WaitingMessage } from './waiting-messages.ts';

type Message = Omit<WaitingMessage, 'order'>;

/** Emulates messages one after the other, as if one block had them all. */
export interface TraceRun {
  /** Emulates a message from outside. What it sends waits. */
  begin(message: Pick<Message, 'address' | 'boc'>): Promise<EmulatorResult>;
  /** A message inside the chain waits for its turn. */
  add(message: Pick<Message, 'address' | 'boc' | 'createdLt'>): void;
  /** Emulates all that waits and what follows from it: by logical time, then in the order of sending. */
  followAll(): Promise<void>;
  readonly transactions: readonly EmulatedTransaction[];
  readonly missing: ReadonlySet<MissingPart>;
}

/** @param ltMin transactions have at least this logical time: the first one of the block that would come next */
export function createTraceRun(ltMin: bigint, ports: TracePorts, bounds: TraceBounds): TraceRun {
  const accounts = createAccounts(ports);
  const waiting = createWaitingMessages();
  const transactions: EmulatedTransaction[] = [];
  const missing = new Set<MissingPart>();
  let bytes = 0;

  const take = (
    { transactionBoc, shardAccountBoc }: Extract<EmulatorResult, { readonly kind: 'transaction' }>,
    beforeBoc: Uint8Array,
    { address, parent, depth }: Message,
  ): void => {
    const bag = Bag.parse(transactionBoc);
    const { lt, outMessages } = loadTransaction(bag, bag.root);
    accounts.set(address, shardAccountBoc);
    bytes += transactionBoc.length + shardAccountBoc.length;
    const own = transactions.length;
    transactions.push({ address, lt, parent, depth, transactionBoc, beforeBoc, afterBoc: shardAccountBoc });
    for (const { info, cell } of outMessages) {
      if (info.type !== 'internal') continue;
      const destination = accountAddressOf(info.destination);
      if (destination === null) continue;
      const boc = serializeTree(bag, cell);
      bytes += boc.length;
      waiting.add({ address: destination, boc, createdLt: info.createdLt, parent: own, depth: depth + 1 });
    }
  };
  const run = async (message: Message, isFromOutside: boolean): Promise<EmulatorResult> => {
    const beforeBoc = await accounts.at(message.address);
    if (beforeBoc === 'unknown') return { kind: 'unknown' };
    const lt = greatest(ltMin, message.createdLt + 1n, nextLtOf(beforeBoc));
    const call = { address: message.address, shardAccountBoc: beforeBoc, messageBoc: message.boc, lt, isFromOutside };
    const result = await ports.emulate(call);
    if (result.kind === 'transaction') take(result, beforeBoc, message);
    return result;
  };

  return {
    transactions,
    missing,
    begin: ({ address, boc }) => run({ address, boc, createdLt: 0n, parent: null, depth: 0 }, true),
    add({ address, boc, createdLt }) {
      waiting.add({ address, boc, createdLt, parent: null, depth: 0 });
    },
    async followAll() {
      for (let message = waiting.next(); message !== undefined; message = waiting.next()) {
        const size = { transactionCount: transactions.length, messageCount: waiting.addedCount, bytes };
        const tooMuch = boundOf(message, size, bounds);
        if (tooMuch !== undefined) {
          missing.add(tooMuch);
          continue;
        }
        const { kind } = await run(message, false);
        // A message inside the chain is always accepted: anything else means that something is not known.
        if (kind !== 'transaction') missing.add('unknown_state');
      }
    },
  };
}

interface TraceSize {
  readonly transactionCount: number;
  readonly messageCount: number;
  readonly bytes: number;
}

/** Returns the bound that keeps a message from being executed. */
function boundOf({ depth }: WaitingMessage, size: TraceSize, bounds: TraceBounds): MissingPart | undefined {
  if (size.transactionCount >= bounds.transactionsMax) return 'too_many_transactions';
  if (size.messageCount > bounds.messagesMax) return 'too_many_messages';
  if (size.bytes >= bounds.bytesMax) return 'too_large';
  if (bounds.isLongEnough()) return 'took_too_long';
  return depth > bounds.depthMax ? 'too_deep' : undefined;
}

/** Keeps the states of a trace apart from those of the chain. */
function createAccounts({ readAccount }: TracePorts) {
  const states = new Map<string, Uint8Array | 'unknown'>();
  return {
    async at(address: AccountAddress): Promise<Uint8Array | 'unknown'> {
      const key = formatAccountAddress(address);
      const state = states.get(key) ?? (await readAccount(address));
      states.set(key, state);
      return state;
    },
    set: (address: AccountAddress, shardAccountBoc: Uint8Array) =>
      void states.set(formatAccountAddress(address), shardAccountBoc),
  };
}

/** The first logical time after the account's last transaction and its messages. */
function nextLtOf(shardAccountBoc: Uint8Array): bigint {
  const bag = Bag.parse(shardAccountBoc);
  const { account, lastTransLt } = loadShardAccount(bag.slice(bag.root));
  const storage = loadAccount(bag, account)?.storage;
  return greatest(storage?.lastTransLt ?? 0n, lastTransLt + 1n);
}

function greatest(...values: readonly bigint[]): bigint {
  return values.reduce((most, value) => (value > most ? value : most));
}
