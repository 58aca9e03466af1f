import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from '@jest/globals';
import { eventually, temporaryDirectory } from '@tonriver/testing';
import { type DevnetProcess, startDevnetProcess, startTraffic } from './devnet-process.ts';
import { createRoundReader } from './round-reader.ts';
import { untilSettled } from './until-settled.ts';

const KILLS = 12;
const ACCEPTED_PER_LIFE = 5;
const folder = temporaryDirectory();
let started: DevnetProcess | undefined;
afterAll(async () => {
  await started?.process.stop();
  folder.remove();
});

it('a devnet that is killed under load makes no second block of one id, and tells of every accepted message', async () => {
  const options = { directory: folder.path, seed: 'kills', wallets: 16, blockTimeMs: 100, shardsMin: 2 };
  const devnet = await startDevnetProcess(options);
  started = devnet;
  const reader = createRoundReader(devnet);
  const seqnos: number[] = [];
  let traffic = startTraffic(devnet, { pauseMs: 30, seqnos });
  const accepted: string[] = [];
  const heads: number[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(300 + 150 * (kill % 5));
    // A loaded machine may need longer than that until the devnet takes messages at all.
    await eventually(() => traffic.accepted.length >= ACCEPTED_PER_LIFE, { timeoutMs: 60_000 });
    await reader.readOn();
    await devnet.process.kill9();
    await traffic.stop();
    accepted.push(...traffic.accepted);
    await devnet.process.start();
    heads.push(await devnet.lastSeqno());
    traffic = startTraffic(devnet, { pauseMs: 30, seqnos });
  }
  await traffic.stop();
  accepted.push(...traffic.accepted);
  const last = await reader.readAgain();
  expect(reader.conflicts).toEqual([]);
  expect(reader.seen.size).toBeGreaterThan(last);
  expect(heads).toEqual([...heads].sort((one, other) => one - other));
  expect(accepted.length).toBeGreaterThanOrEqual(ACCEPTED_PER_LIFE * KILLS);
  await untilSettled(devnet, accepted);
}, 600_000);
