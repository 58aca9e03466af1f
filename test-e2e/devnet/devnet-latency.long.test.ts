import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { temporaryDirectory } from '@tonriver/testing';
import { type StandaloneProcess, startStandaloneProcess } from './standalone-process.ts';

const folder = temporaryDirectory();
let standalone: StandaloneProcess;
beforeAll(async () => {
  standalone = await startStandaloneProcess(folder.path);
}, 120_000);
afterAll(async () => {
  await standalone?.process.stop();
  folder.remove();
}, 60_000);

const GIFTS = 20;
const SERVED_MS_MAX = 2_000;

it('what the faucet sent is served within two seconds after it was accepted', async () => {
  const times: number[] = [];
  for (let gift = 0; gift < GIFTS; gift++) {
    const { json } = await standalone.post('/devnet/faucet', { address: `0:${'5A'.repeat(32)}` });
    times.push(await standalone.untilServed(String(json['message_hash_norm'])));
  }
  expect(times.toSorted((a, b) => a - b).filter((ms) => ms >= SERVED_MS_MAX)).toEqual([]);
}, 120_000);
