import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from '@jest/globals';
import { eventually, temporaryDirectory } from '@tonriver/testing';
import { type DevnetProcess, startDevnetProcess, startTraffic } from './devnet-process.ts';

const KILLS = 12;
const ACCEPTED_PER_LIFE = 5;
const folder = temporaryDirectory();
let started: DevnetProcess | undefined;
afterAll(async () => {
  await started?.process.stop();
  folder.remove();
});

interface RoundAnswer {
  readonly mc_seqno: number;
  readonly blocks: readonly {
    readonly workchain: number;
    readonly shard: string;
    readonly seqno: number;
    readonly root_hash: string;
  }[];
}

/** Reads rounds as a fetcher does, and remembers every block that it ever saw. */
function createReader(devnet: DevnetProcess) {
  const seen = new Map<string, string>();
  const conflicts: string[] = [];
  const read = async (seqno: number): Promise<void> => {
    const { blocks } = await devnet.get<RoundAnswer>(`/source/v1/rounds/${seqno}`);
    for (const { workchain, shard, seqno: blockSeqno, root_hash: rootHash } of blocks) {
      const name = `${workchain}:${shard}:${blockSeqno}`;
      if ((seen.get(name) ?? rootHash) !== rootHash) conflicts.push(name);
      seen.set(name, rootHash);
    }
  };
  let next = 1;
  return {
    conflicts,
    seen,
    async readOn(): Promise<void> {
      for (const last = await devnet.lastSeqno(); next <= last; next++) await read(next);
    },
    async readAgain(): Promise<number> {
      const last = await devnet.lastSeqno();
      for (let seqno = 1; seqno <= last; seqno++) await read(seqno);
      return last;
    },
  };
}

it('a devnet that is killed under load makes no second block of one id, and tells of every accepted message', async () => {
  const options = { directory: folder.path, seed: 'kills', wallets: 16, blockTimeMs: 100, shardsMin: 2 };
  const devnet = await startDevnetProcess(options);
  started = devnet;
  const reader = createReader(devnet);
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
  const waiting = new Set(accepted);
  await eventually(
    async () => {
      for (const hash of waiting) {
        const path = `/devnet/messages?hash=${encodeURIComponent(hash)}`;
        const answer = await devnet.get<{ readonly state: string; readonly reason?: string }>(path);
        expect(['queued', 'mined', 'expired']).toContain(answer.state);
        if (answer.state === 'expired') expect(answer.reason).not.toBe('');
        if (answer.state !== 'queued') waiting.delete(hash);
      }
      return waiting.size === 0;
    },
    { timeoutMs: 120_000, intervalMs: 500 },
  );
}, 600_000);
