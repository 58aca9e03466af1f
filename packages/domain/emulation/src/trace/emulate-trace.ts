import { Bag, serializeTree } from '@tonriver/boc';
import {
  type AccountAddress,
  accountAddressOf,
  formatAccountAddress,
  loadAccount,
  loadShardAccount,
  loadTransaction,
} from '@tonriver/chain-model';
import type { EmulatedTrace, EmulatedTransaction, MissingPart } from './emulated-trace.ts';
import type { EmulatorResult, TraceBounds, TracePorts } from './trace-ports.ts';
import { createWaitingMessages, type WaitingMessage } from './waiting-messages.ts';

/** A message from outside whose trace is wanted. */
export interface TraceRequest {
  readonly address: AccountAddress;
  readonly messageBoc: Uint8Array;
  /** Transactions have at least this logical time: the first one of the block that would come next. */
  readonly ltMin: bigint;
}

type Ran = Extract<EmulatorResult, { readonly kind: 'transaction' }> & Pick<EmulatedTransaction, 'beforeBoc' | 'lt'>;

/**
 * Emulates a message and all messages that follow from it, as if one block had them all: in the order of logical time,
 * then of sending, each account in the state that the transaction before left. Errors of the ports pass.
 */
export async function emulateTrace(
  { address, messageBoc, ltMin }: TraceRequest,
  ports: TracePorts,
  bounds: TraceBounds,
): Promise<EmulatedTrace> {
  const accounts = createAccounts(ports);
  const waiting = createWaitingMessages();
  const transactions: EmulatedTransaction[] = [];
  const missing = new Set<MissingPart>();
  let bytes = 0;

  const run = async (
    message: Omit<WaitingMessage, 'order'>,
  ): Promise<Ran | Exclude<EmulatorResult, { kind: 'transaction' }>> => {
    const beforeBoc = await accounts.at(message.address);
    if (beforeBoc === 'unknown') return { kind: 'unknown' };
    const lt = greatest(ltMin, message.createdLt + 1n, nextLtOf(beforeBoc));
    const isFromOutside = message.parent === null;
    const call = { address: message.address, shardAccountBoc: beforeBoc, messageBoc: message.boc, lt, isFromOutside };
    const result = await ports.emulate(call);
    return result.kind === 'transaction' ? { ...result, beforeBoc, lt } : result;
  };
  const take = ({ transactionBoc, shardAccountBoc, beforeBoc }: Ran, message: Omit<WaitingMessage, 'order'>): void => {
    const { address: account, parent, depth } = message;
    const bag = Bag.parse(transactionBoc);
    const { lt, outMessages } = loadTransaction(bag, bag.root);
    accounts.set(account, shardAccountBoc);
    bytes += transactionBoc.length + shardAccountBoc.length;
    const own = transactions.length;
    transactions.push({ address: account, lt, parent, depth, transactionBoc, beforeBoc, afterBoc: shardAccountBoc });
    for (const { info, cell } of outMessages) {
      if (info.type !== 'internal') continue;
      const destination = accountAddressOf(info.destination);
      if (destination === null) continue;
      const boc = serializeTree(bag, cell);
      bytes += boc.length;
      waiting.add({ address: destination, boc, createdLt: info.createdLt, parent: own, depth: depth + 1 });
    }
  };

  const first = { address, boc: messageBoc, createdLt: 0n, parent: null, depth: 0 };
  const begun = await run(first);
  if (begun.kind !== 'transaction') return begun;
  take(begun, first);
  for (let message = waiting.next(); message !== undefined; message = waiting.next()) {
    const size = { transactionCount: transactions.length, messageCount: waiting.addedCount, bytes };
    const tooMuch = boundOf(message, size, bounds);
    if (tooMuch !== undefined) {
      missing.add(tooMuch);
      continue;
    }
    const result = await run(message);
    // A message inside the chain is always accepted: anything else means that something is not known.
    if (result.kind === 'transaction') take(result, message);
    else missing.add('unknown_state');
  }
  return { kind: 'trace', transactions, missing };
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
