import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createWallet } from '@tonriver/devnet-chain/testing';
import { eventually, temporaryDirectory } from '@tonriver/testing';
import { type StandaloneProcess, startStandaloneProcess } from '../devnet/standalone-process.ts';
import { type JettonHolders, mintForAll } from './jetton-holders.ts';
import { residentBytesOf } from './resident-bytes.ts';
import { type TransferWatch, watchTransfers } from './watch-transfers.ts';

const SEED = 'pending-load';
/** Fewer with PENDING_TRANSFERS and PENDING_WALLETS, for a first look. */
const TRANSFERS = Number(process.env['PENDING_TRANSFERS'] ?? 1_000);
const WALLETS = Number(process.env['PENDING_WALLETS'] ?? 100);
const SENT_WITHIN_MS = 10_000;
const FINAL_WITHIN_MS = 60_000;
const GRACE_MS = 2_000;
const P99_MS_MAX = 300;
const MEMORY_GROWTH_MAX = 1.5;
const NOT_TAKEN_MAX = 0.02;
const QUIET_MS = 20_000;
const SAMPLE_MS = 250;
const folder = temporaryDirectory();
let standalone: StandaloneProcess;
let holders: JettonHolders;

beforeAll(async () => {
  standalone = await startStandaloneProcess(folder.path, ['--seed', SEED, '--wallets', String(WALLETS), '--no-idle']);
  const wallets = Array.from({ length: WALLETS }, (_, index) => createWallet(`${SEED}/wallet/${index}`));
  holders = await mintForAll(standalone.url, wallets);
  await standalone.untilActions();
  await sleep(QUIET_MS);
}, 900_000);
afterAll(async () => {
  await standalone?.process.stop();
  folder.remove();
}, 60_000);

/** Lets each wallet send its share, evenly over the time. Returns why messages were not taken. */
async function sendAll(watch: TransferWatch): Promise<readonly string[]> {
  const share = Math.ceil(TRANSFERS / WALLETS);
  const problems: string[] = [];
  const startedMs = performance.now();
  const send = async (from: number): Promise<void> => {
    for (let number = 0; number < share; number++) {
      const dueMs = startedMs + ((number + from / WALLETS) * SENT_WITHIN_MS) / share;
      await sleep(Math.max(0, dueMs - performance.now()));
      const sent = await holders.transfer(from, holders.wallets[(from * 7 + number + 1) % WALLETS]!.address);
      if ('hash' in sent) watch.add(sent);
      else problems.push(`${sent.status} ${sent.error}`);
    }
  };
  await Promise.all(holders.wallets.map((_, from) => send(from)));
  return problems;
}

it(`${TRANSFERS} transfers of ${WALLETS} wallets in ten seconds are always in one of both lists`, async () => {
  const quietBytes = residentBytesOf(folder.path);
  let bytesMax = quietBytes;
  const sampler = setInterval(() => (bytesMax = Math.max(bytesMax, residentBytesOf(folder.path))), SAMPLE_MS);
  const watch = watchTransfers([standalone.url], { graceMs: GRACE_MS });
  const startedMs = performance.now();
  const problems = await sendAll(watch);
  const sentMs = performance.now() - startedMs;
  const wait = { timeoutMs: 5 * FINAL_WITHIN_MS, intervalMs: 50 };
  await eventually(() => watch.unfinished().length === 0, wait).catch(() => undefined);
  const finalMs = performance.now() - startedMs - sentMs;
  await watch.stop();
  clearInterval(sampler);
  const at = (values: readonly number[], share: number): number =>
    Math.round(values.toSorted((left, right) => left - right)[Math.floor(values.length * share)] ?? 0);
  const figures = {
    sentSeconds: Math.round(sentMs / 1_000),
    finalSeconds: Math.round(finalMs / 1_000),
    notTaken: [...new Set(problems)].map((text) => [problems.filter((one) => one === text).length, text]),
    unfinished: watch.unfinished().length,
    gaps: watch.gaps.length,
    gapAges: [
      at(
        watch.gaps.map(({ ageMs }) => ageMs),
        0.5,
      ),
      at(
        watch.gaps.map(({ ageMs }) => ageMs),
        0.999,
      ),
    ],
    messagesWithGaps: new Set(watch.gaps.map(({ hash }) => hash)).size,
    looks: watch.pendingMs.length,
    pendingMs: { p50: at(watch.pendingMs, 0.5), p99: at(watch.pendingMs, 0.99) },
    shownMs: { p50: at(watch.shownMs, 0.5), p99: at(watch.shownMs, 0.99) },
    failures: [...watch.failures],
    quietMegabytes: Math.round(quietBytes / 1e6),
    megabytesMax: Math.round(bytesMax / 1e6),
  };
  process.stderr.write(`transfers at once: ${JSON.stringify(figures)}\n`);
  expect({ gaps: watch.gaps.slice(0, 20), failures: [...watch.failures], unfinished: watch.unfinished() }).toEqual({
    gaps: [],
    failures: [],
    unfinished: [],
  });
  expect(finalMs).toBeLessThanOrEqual(FINAL_WITHIN_MS);
  expect(problems.length / TRANSFERS).toBeLessThanOrEqual(NOT_TAKEN_MAX);
  expect(figures.pendingMs.p99).toBeLessThanOrEqual(P99_MS_MAX);
  expect(bytesMax / quietBytes).toBeLessThanOrEqual(MEMORY_GROWTH_MAX);
}, 900_000);
