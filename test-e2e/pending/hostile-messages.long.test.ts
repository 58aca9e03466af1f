import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createWallet } from '@tonriver/devnet-chain/testing';
import { eventually, temporaryDirectory } from '@tonriver/testing';
import { type StandaloneProcess, startStandaloneProcess } from '../devnet/standalone-process.ts';
import type { HostileOrder, HostileOutcome } from './hostile-child.ts';
import { type JettonHolders, mintForAll } from './jetton-holders.ts';
import { residentBytesOf } from './resident-bytes.ts';
import { type TransferWatch, watchTransfers } from './watch-transfers.ts';

const SEED = 'hostile';
/** The first ones send transfers as usual, the last one sends all that it can, the others do harm. */
const HOLDERS = 4;
const WALLETS = 24;
const PHASE_MS = 30_000;
const SEND_EACH_MS = 2_000;
const GRACE_MS = 2_000;
const SLOWER_MAX = 2;
/** What the emulator may keep, and as much again for what is on its way. */
const GROWTH_BYTES_MAX = 2 * 256 * 1024 * 1024;
const WAIT = { timeoutMs: 300_000, intervalMs: 200 };
const folder = temporaryDirectory();
const typeScript = import.meta.resolve('@tonriver/strip-types');
const seeds = Array.from({ length: WALLETS }, (_, index) => `${SEED}/wallet/${index}`);
let standalone: StandaloneProcess;
let holders: JettonHolders;
let child: ReturnType<typeof startHostile> | undefined;

beforeAll(async () => {
  standalone = await startStandaloneProcess(folder.path, ['--seed', SEED, '--wallets', String(WALLETS), '--no-idle']);
  holders = await mintForAll(
    standalone.url,
    seeds.slice(0, HOLDERS).map((seed) => createWallet(seed)),
  );
  await standalone.untilActions();
  child = startHostile();
  expect(await child.nextLine()).toBe('ready');
}, 900_000);
afterAll(async () => {
  child?.end();
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

/**
 * Starts those who do harm in another process: here they would keep the holders' requests waiting, and not only the
 * server's answers.
 */
function startHostile() {
  const entry = join(import.meta.dirname, 'hostile-child.ts');
  const hostile = spawn(process.execPath, ['--import', typeScript, entry], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: hostile.stdout })[Symbol.asyncIterator]();
  const nextLine = async (): Promise<string> => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error(`The hostile process ended with ${hostile.exitCode ?? hostile.signalCode}`);
    return value;
  };
  const order: HostileOrder = { url: standalone.url, seeds, first: HOLDERS, forMs: PHASE_MS };
  hostile.stdin.write(`${JSON.stringify(order)}\n`);
  return {
    nextLine,
    async doHarm(): Promise<HostileOutcome> {
      hostile.stdin.end('begin\n');
      return JSON.parse(await nextLine()) as HostileOutcome;
    },
    end: () => hostile.kill(),
  };
}

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
  const [harmed, { taken, flood }] = await Promise.all([
    sendAsUsual(AbortSignal.timeout(PHASE_MS)),
    child!.doHarm(),
  ]).finally(() => clearInterval(sampler));
  const figures = {
    quiet: figuresOf(quiet),
    harmed: figuresOf(harmed),
    hostileTaken: taken,
    flood,
    quietMegabytes: Math.round(quietBytes / 1e6),
    megabytesMax: Math.round(bytesMax / 1e6),
  };
  process.stderr.write(`hostile messages: ${JSON.stringify(figures)}\n`);
  expect({ gaps: harmed.watch.gaps.slice(0, 5), unfinished: harmed.watch.unfinished() }).toEqual({
    gaps: [],
    unfinished: [],
  });
  expect(taken).toBeGreaterThan(WALLETS);
  expect(flood[200]).toBeGreaterThan(0);
  expect(bytesMax - quietBytes).toBeLessThanOrEqual(GROWTH_BYTES_MAX);
  expect(figures.harmed.pendingMs.p99).toBeLessThanOrEqual(SLOWER_MAX * figures.quiet.pendingMs.p99);
}, 900_000);
