import type { CellSlice } from '@tonriver/boc';
import { notificationLayout, transferLayout } from '../bodies/jetton-messages.ts';
import { opcodeOf, read } from '../bodies/layout.ts';
import { jettonTransferOpcode, notificationOpcode } from '../bodies/opcodes.ts';
import { orNull } from '../bodies/tolerant.ts';
import {
  dedustPayloadRoute,
  dedustSwapPayloadOpcode,
  dedustTonRoute,
  dedustTonSwapOpcode,
} from '../families/dedust-swap.ts';
import { jvaultUnstakeOpcodes, readLockWallet, readStakeWallet } from '../families/jvault.ts';
import {
  readStonfiPay,
  stonfiPayloadLayout,
  stonfiPayOpcode,
  stonfiSwapLayout,
  stonfiSwapOpcode,
} from '../families/stonfi.ts';
import {
  readStonfiV2Pay,
  stonfiV2PayloadRoute,
  stonfiV2PayOpcode,
  stonfiV2SwapLayout,
  stonfiV2SwapOpcode,
  stonfiV2Route,
} from '../families/stonfi-v2.ts';
import { toncoFundOpcode, toncoFundPayloadLayout } from '../families/tonco-liquidity.ts';
import { readToncoPay, toncoPayOpcode, toncoRoute, toncoSwapOpcode } from '../families/tonco-swap.ts';
import type { Interfaces } from '../trace/interfaces.ts';
import type { TraceInput } from '../trace/trace-input.ts';
import { TraceNode } from '../trace/trace-node.ts';
import { readWalletRequest } from './wallet-request.ts';

type Addresses = readonly (string | null)[];
const none: Interfaces = new Map();

/**
 * The accounts whose interfaces `classify` may ask for, sorted. Some are named by the interfaces of others: call it
 * again with what is known, until no address is new. Bodies that cannot be read name nothing; it never throws.
 */
export function addressesNeeded(trace: TraceInput, known: Interfaces = none): string[] {
  const addresses = new Set(namedInBodies(trace));
  const add = (more: Addresses): void => {
    for (const address of more) if (address !== null) addresses.add(address);
  };
  for (const { inMessage } of trace.transactions) {
    if (jvaultUnstakeOpcodes.has(inMessage?.opcode ?? -1)) add(jvaultAddresses(inMessage!.destination, known));
  }
  for (const address of addresses) add([known.get(address)?.nftAuction?.nft ?? null]);
  return [...addresses].toSorted();
}

/** What bodies name does not change with what is known, and callers ask again with more. */
const namedBefore = new WeakMap<TraceInput, ReadonlySet<string>>();

/** The accounts of a trace, and those that its bodies name. */
function namedInBodies(trace: TraceInput): ReadonlySet<string> {
  const before = namedBefore.get(trace);
  if (before !== undefined) return before;
  const addresses = new Set<string>();
  const add = (more: Addresses): void => {
    for (const address of more) if (address !== null) addresses.add(address);
  };
  for (const transaction of trace.transactions) {
    add([transaction.account]);
    const { inMessage } = transaction;
    if (inMessage === null) continue;
    const node = new TraceNode(transaction, inMessage);
    if (inMessage.source === null) add(orNull(() => requestedAddresses(node)) ?? []);
    const reader = readers.get(inMessage.opcode ?? -1);
    if (reader !== undefined) add(orNull(() => reader(node)) ?? []);
  }
  namedBefore.set(trace, addresses);
  return addresses;
}

/**
 * The accounts whose data `classify` may ask for: stake wallets of JVault, and their pools once the wallets' data is
 * known.
 */
export function dataNeeded(trace: TraceInput, known: Interfaces = none): string[] {
  const addresses = new Set<string>();
  for (const { inMessage } of trace.transactions) {
    const destination = inMessage?.destination ?? null;
    if (destination === null || !jvaultUnstakeOpcodes.has(inMessage?.opcode ?? -1)) continue;
    addresses.add(destination);
    const [pool] = jvaultAddresses(destination, known);
    if (pool !== undefined && pool !== null) addresses.add(pool);
  }
  return [...addresses].toSorted();
}

/** What an external message asks a wallet for: messages, and jettons for a new owner. */
function requestedAddresses(node: TraceNode): Addresses {
  return readWalletRequest(() => node.body()).flatMap(({ destination, opcode, bodySlice }) => {
    if (opcode !== jettonTransferOpcode) return [destination];
    return [destination, orNull(() => read(bodySlice, transferLayout).destination)];
  });
}

function jvaultAddresses(stakeWallet: string | null, known: Interfaces): Addresses {
  if (stakeWallet === null) return [];
  const pool = orNull(() => readStakeWallet(known.get(stakeWallet)?.data).pool);
  if (pool === null) return [];
  return [pool, orNull(() => readLockWallet(known.get(pool)?.data))];
}

type Reader = (node: TraceNode) => Addresses;

/** Opcode → the addresses that a message names. */
const readers = new Map<number, Reader>([
  [jettonTransferOpcode, (node) => transferPayloadAddresses(read(node.body(), transferLayout).forwardPayload)],
  [notificationOpcode, (node) => notifiedAddresses(read(node.body(), notificationLayout).forwardPayload)],
  [stonfiSwapOpcode, (node) => [read(node.body(), stonfiSwapLayout).tokenWallet]],
  [stonfiPayOpcode, (node) => [readStonfiPay(node).wallet]],
  [stonfiV2SwapOpcode, (node) => stonfiV2Route(read(node.body(), stonfiV2SwapLayout).details)],
  [stonfiV2PayOpcode, (node) => readStonfiV2Pay(node).wallets],
  [dedustTonSwapOpcode, (node) => dedustTonRoute(node.body())],
  [
    toncoPayOpcode,
    (node) => {
      const { amounts } = readToncoPay(node);
      return amounts === null ? [] : [amounts.wallet0, amounts.wallet1];
    },
  ],
]);

function transferPayloadAddresses(payload: CellSlice): Addresses {
  switch (opcodeOf(payload)) {
    case stonfiSwapOpcode:
      return [read(payload, stonfiPayloadLayout).tokenWallet];
    case dedustSwapPayloadOpcode:
      return dedustPayloadRoute(payload);
    default:
      return notifiedAddresses(payload);
  }
}

function notifiedAddresses(payload: CellSlice): Addresses {
  switch (opcodeOf(payload)) {
    case stonfiV2SwapOpcode:
      return stonfiV2PayloadRoute(payload);
    case toncoSwapOpcode:
      return toncoRoute(payload).map(({ wallet }) => wallet);
    case toncoFundOpcode:
      return [read(payload, toncoFundPayloadLayout).otherWallet];
    default:
      return [];
  }
}
