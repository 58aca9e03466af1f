import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { eventually, repositoryRoot, temporaryDirectory } from '@tonriver/testing';
import { runToEnd } from '../distributed/node-process.ts';
import { runVerify } from '../run-verify.ts';
import { GLOBAL_ID, startDevnetProcess, startTraffic } from './devnet-process.ts';
import type { IndexDevnet } from './index-devnet.ts';

const ROUNDS = 300;
const folder = temporaryDirectory();
afterAll(() => folder.remove());

interface Network {
  readonly zero_states: readonly {
    readonly workchain: number;
    readonly root_hash: string;
    readonly file_hash: string;
  }[];
}

it('a devnet is indexed while it runs, with transfers across shards, and what is stored is complete', async () => {
  const options = {
    directory: join(folder.path, 'devnet'),
    seed: 'indexed',
    wallets: 24,
    blockTimeMs: 200,
    shardsMin: 2,
  };
  const devnet = await startDevnetProcess(options);
  try {
    const { zero_states: zeroStates } = await devnet.get<Network>('/source/v1/network');
    const statesDirectory = join(folder.path, 'states');
    mkdirSync(statesDirectory);
    for (const { workchain } of zeroStates) {
      const response = await fetch(`${devnet.url}/source/v1/zero-states/${workchain}`);
      writeFileSync(join(statesDirectory, `${workchain}.boc`), Buffer.from(await response.arrayBuffer()));
    }
    const { root_hash: rootHash, file_hash: fileHash } = zeroStates[0]!;
    const network = { name: 'devnet_test', globalId: GLOBAL_ID, zeroState: `${rootHash}:${fileHash}` };
    const indexing: IndexDevnet = {
      dataDirectory: join(folder.path, 'index'),
      url: devnet.url,
      statesDirectory,
      network,
      untilRound: ROUNDS,
    };
    // The basechain's first block is in round 2, and its shards are there some rounds later.
    await eventually(async () => (await devnet.lastSeqno()) > 2, { timeoutMs: 60_000 });
    const traffic = startTraffic(devnet, { pauseMs: 400, seqnos: [] });
    const program = {
      name: 'index-devnet',
      file: 'test-e2e/devnet/index-devnet.ts',
      words: [JSON.stringify(indexing)],
    };
    const said = await runToEnd({ ...program, root: repositoryRoot }, 500_000);
    expect(said).toMatch(/indexed \d+/);
    await traffic.stop();
    expect(traffic.refused).toEqual([]);
    expect(traffic.accepted.length).toBeGreaterThan(ROUNDS);
    const { code, text } = await runVerify({ dataDirectory: indexing.dataDirectory }, network.name);
    expect({ code, text: code === 0 ? '' : text }).toEqual({ code: 0, text: '' });
    const states = await Promise.all(
      traffic.accepted.slice(0, ROUNDS).map(async (hash) => {
        const path = `/devnet/messages?hash=${encodeURIComponent(hash)}`;
        return (await devnet.get<{ readonly state: string }>(path)).state;
      }),
    );
    expect(new Set(states)).toEqual(new Set(['mined']));
  } finally {
    await devnet.process.stop();
  }
}, 900_000);
