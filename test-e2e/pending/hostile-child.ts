// Hostile senders in a process of their own: reads an order, says `ready`, does harm from the next line of standard
// input on, and writes what was taken.
import { createInterface } from 'node:readline/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cell, CellBuilder } from '@tonriver/boc';
import type { AccountAddress, StateInit } from '@tonriver/chain-model';
import type { Wallet } from '@tonriver/devnet-chain';
import { createWallet, loopingState } from '@tonriver/devnet-chain/testing';
import { addressOfState, relayBody, relayState } from '@tonriver/devnet-contracts';
import { postMessage } from './jetton-holders.ts';

export interface HostileOrder {
  readonly url: string;
  /** Seeds of the wallets. The first does no harm itself: some of it is sent to it. */
  readonly seeds: readonly string[];
  /** The number of the first wallet that does harm. The last one sends all that it can. */
  readonly first: number;
  readonly forMs: number;
}

export interface HostileOutcome {
  /** Messages with loops, long chains and shared cells that were taken. */
  readonly taken: number;
  /** Answers to the messages of the one account, by status. */
  readonly flood: Readonly<Record<string, number>>;
}

const FROM_ONE_ACCOUNT = 10_000;
const AT_ONCE = 8;
const TON = 1_000_000_000n;

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const nextLine = async (): Promise<string> => {
  const { value, done } = await lines.next();
  // Whoever started it is gone.
  if (done === true) process.exit(1);
  return value;
};
const { url, seeds, first, forMs } = JSON.parse(await nextLine()) as HostileOrder;
const wallets = seeds.map((seed) => createWallet(seed));
process.stdout.write('ready\n');
await nextLine();
const untilMs = performance.now() + forMs;
const isOver = (): boolean => performance.now() >= untilMs;
const validUntil = (): number => Math.floor(Date.now() / 1_000) + 3_600;

/** What a wallet sends, and how often: what the chain can take within some minutes. */
interface Harm {
  readonly times: number;
  readonly to: AccountAddress;
  readonly state?: StateInit<Cell>;
  readonly body?: Cell;
}

function loop(number: number): Harm {
  const state = loopingState(number);
  return { times: 10, to: addressOfState(state), state };
}

/** A chain of more transactions than an emulation may have: a relay that passes a message on to itself. */
function longChain(number: number): Harm {
  const state = relayState(number);
  const to = addressOfState(state);
  const response = wallets[number]!.address;
  return { times: 2, to, state, body: relayBody({ queryId: 1n, hops: 600, next: to, response }) };
}

/** Few cells that are a tree of 2^400: each is both children of the one above it. */
function sharedCells(number: number): Harm {
  let cell = new CellBuilder().storeUint(number, 32).endCell();
  for (let depth = 0; depth < 400; depth += 1) cell = new CellBuilder().storeRef(cell).storeRef(cell).endCell();
  const body = new CellBuilder().storeUint(0x0f8a7ea5, 32).storeRef(cell).storeRef(cell).endCell();
  return { times: 30, to: wallets[0]!.address, body };
}

/** Sends one message after the other. Returns how many were taken. */
async function doHarm(wallet: Wallet, { times, ...harm }: Harm): Promise<number> {
  let taken = 0;
  while (taken < times && !isOver()) {
    const order = { ...harm, seqno: taken, amount: TON, bounce: false };
    const { json } = await postMessage(url, wallet.transfer({ ...order, validUntil: validUntil() }));
    if (json.message_hash === undefined) await sleep(200);
    else taken += 1;
  }
  return taken;
}

/** Sends many messages of one account, some at a time. */
async function sendAllAtOnce(wallet: Wallet): Promise<HostileOutcome['flood']> {
  const statuses: Record<string, number> = {};
  let next = 0;
  const send = async (): Promise<void> => {
    while (next < FROM_ONE_ACCOUNT && !isOver()) {
      const order = { to: wallets[0]!.address, amount: 1n, bounce: false, seqno: next++ };
      const { status } = await postMessage(url, wallet.transfer({ ...order, validUntil: validUntil() }));
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
  return statuses;
}

const kinds = [loop, longChain, sharedCells];
const harms = wallets
  .slice(first, -1)
  .map((wallet, index) => doHarm(wallet, kinds[index % kinds.length]!(first + index)));
const flood = await sendAllAtOnce(wallets.at(-1)!);
const taken = (await Promise.all(harms)).reduce((sum, count) => sum + count, 0);
process.stdout.write(JSON.stringify({ taken, flood } satisfies HostileOutcome));
process.exit();
