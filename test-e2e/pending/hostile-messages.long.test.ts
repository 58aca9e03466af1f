import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Cell, CellBuilder } from '@tonriver/boc';
import type { AccountAddress, StateInit } from '@tonriver/chain-model';
import type { Wallet } from '@tonriver/devnet-chain';
import { createWallet, loopingState } from '@tonriver/devnet-chain/testing';
import { addressOfState, relayBody, relayState } from '@tonriver/devnet-contracts';
import { eventually, temporaryDirectory } from '@tonriver/testing';
import { type StandaloneProcess, startStandaloneProcess } from '../devnet/standalone-process.ts';
import { type JettonHolders, mintForAll, postMessage } from './jetton-holders.ts';
import { residentBytesOf } from './resident-bytes.ts';
import { type TransferWatch, watchTransfers } from './watch-transfers.ts';

const SEED = 'hostile';
/** The first ones send transfers as usual, the last one sends all that it can, the others do harm. */
const HOLDERS = 4;
const WALLETS = 24;
const PHASE_MS = 30_000;
const SEND_EACH_MS = 2_000;
const GRACE_MS = 2_000;
const FROM_ONE_ACCOUNT = 10_000;
const AT_ONCE = 8;
const SLOWER_MAX = 2;
/** What the emulator may keep, and as much again for what is on its way. */
const GROWTH_BYTES_MAX = 2 * 256 * 1024 * 1024;
const TON = 1_000_000_000n;
const WAIT = { timeoutMs: 300_000, intervalMs: 200 };
const folder = temporaryDirectory();
const wallets = Array.from({ length: WALLETS }, (_, index) => createWallet(`${SEED}/wallet/${index}`));
let standalone: StandaloneProcess;
let holders: JettonHolders;

beforeAll(async () => {
  standalone = await startStandaloneProcess(folder.path, ['--seed', SEED, '--wallets', String(WALLETS), '--no-idle']);
  holders = await mintForAll(standalone.url, wallets.slice(0, HOLDERS));
  await standalone.untilActions();
}, 900_000);
afterAll(async () => {
  await standalone?.process.stop();
  folder.remove();
}, 60_000);

interface Phase {
  readonly watch: TransferWatch;
  readonly accepted: number;
}

/** Lets holders send for a while, and looks at what they sent until it is final. */
async function sendAsUsual(untilStopped: AbortSignal): Promise<Phase> {
  const watch = watchTransfers([standalone.url], { graceMs: GRACE_MS });
  let accepted = 0;
  const send = async (from: number): Promise<void> => {
    while (!untilStopped.aborted) {
      const sent = await holders.transfer(from, holders.wallets[(from + 1) % HOLDERS]!.address);
      if ('hash' in sent) {
        watch.add(sent);
        accepted += 1;
      }
      await sleep(SEND_EACH_MS);
    }
  };
  await Promise.all(holders.wallets.map((_, from) => send(from)));
  await eventually(() => watch.unfinished().length === 0, WAIT).catch(() => undefined);
  await watch.stop();
  return { watch, accepted };
}

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

/** Sends one message after the other, until it is stopped. Returns how many were taken. */
async function doHarm(wallet: Wallet, { times, ...harm }: Harm, untilStopped: AbortSignal): Promise<number> {
  let taken = 0;
  while (taken < times && !untilStopped.aborted) {
    const order = { ...harm, seqno: taken, amount: TON, bounce: false };
    const { json } = await postMessage(standalone.url, wallet.transfer({ ...order, validUntil: validUntil() }));
    if (json.message_hash === undefined) await sleep(200);
    else taken += 1;
  }
  return taken;
}

/** Sends many messages of one account, some at a time. Returns the statuses with the number of times. */
async function sendAllAtOnce(wallet: Wallet, untilStopped: AbortSignal): Promise<ReadonlyMap<number, number>> {
  const statuses = new Map<number, number>();
  let next = 0;
  const send = async (): Promise<void> => {
    while (next < FROM_ONE_ACCOUNT && !untilStopped.aborted) {
      const order = { to: wallets[0]!.address, amount: 1n, bounce: false, seqno: next++ };
      const { status } = await postMessage(standalone.url, wallet.transfer({ ...order, validUntil: validUntil() }));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
  return statuses;
}

const validUntil = (): number => Math.floor(Date.now() / 1_000) + 3_600;
const at = (values: readonly number[], share: number): number =>
  Math.round(values.toSorted((left, right) => left - right)[Math.floor(values.length * share)] ?? 0);
const figuresOf = ({ watch, accepted }: Phase) => ({
  accepted,
  looks: watch.pendingMs.length,
  pendingMs: { p50: at(watch.pendingMs, 0.5), p99: at(watch.pendingMs, 0.99) },
  shownMs: { p50: at(watch.shownMs, 0.5), p99: at(watch.shownMs, 0.99) },
  gaps: watch.gaps.length,
  unfinished: watch.unfinished().length,
  failures: [...watch.failures],
});

it('loops, long chains, shared cells and ten thousand messages of one account harm nobody else', async () => {
  const quiet = await sendAsUsual(AbortSignal.timeout(PHASE_MS));
  const quietBytes = residentBytesOf(folder.path);
  let bytesMax = quietBytes;
  const sampler = setInterval(() => (bytesMax = Math.max(bytesMax, residentBytesOf(folder.path))), 250);
  const stopped = AbortSignal.timeout(PHASE_MS);
  const harms = wallets
    .slice(HOLDERS, -1)
    .map((wallet, index) => doHarm(wallet, [loop, longChain, sharedCells][index % 3]!(HOLDERS + index), stopped));
  const flood = sendAllAtOnce(wallets.at(-1)!, stopped);
  const harmed = await sendAsUsual(stopped);
  const taken = (await Promise.all(harms)).reduce((sum, count) => sum + count, 0);
  clearInterval(sampler);
  const figures = {
    quiet: figuresOf(quiet),
    harmed: figuresOf(harmed),
    hostileTaken: taken,
    flood: [...(await flood)],
    quietMegabytes: Math.round(quietBytes / 1e6),
    megabytesMax: Math.round(bytesMax / 1e6),
  };
  process.stderr.write(`hostile messages: ${JSON.stringify(figures)}\n`);
  expect({ gaps: harmed.watch.gaps.slice(0, 5), unfinished: harmed.watch.unfinished() }).toEqual({
    gaps: [],
    unfinished: [],
  });
  expect(taken).toBeGreaterThan(WALLETS);
  expect(bytesMax - quietBytes).toBeLessThanOrEqual(GROWTH_BYTES_MAX);
  expect(figures.harmed.pendingMs.p99).toBeLessThanOrEqual(SLOWER_MAX * figures.quiet.pendingMs.p99);
}, 900_000);
