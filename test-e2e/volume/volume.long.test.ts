import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { type Network, publicNetworks } from '@tonriver/chain-model';
import { describeRecorded, temporaryDirectory, writeChain } from '@tonriver/testing';
import { runChild } from '../crash/run-child.ts';
import { runVerify } from '../run-verify.ts';

const ZERO_STATES = ['blocks/states/mainnet_mc_zerostate.boc', 'blocks/states/mainnet_0_zerostate.boc'];

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

interface Archive {
  readonly directory: string;
  readonly statesDirectory: string;
  readonly network: Network;
  readonly rounds: number;
}

async function index(dataDirectory: string, { directory, statesDirectory, network, rounds }: Archive) {
  const zeroState = `${hex(network.zeroStateRootHash)}:${hex(network.zeroStateFileHash)}`;
  const { name, globalId } = network;
  return await runChild({
    dataDirectory,
    chainDirectory: directory,
    statesDirectory,
    network: { name, globalId, zeroState },
    rounds,
  });
}

describe('a long built chain', () => {
  it('of 2,000 rounds and 200,000 basechain transactions is indexed whole', async () => {
    const folder = temporaryDirectory();
    const chain = writeChain(join(folder.path, 'chain'), 'volume_test', {
      seed: 'volume',
      rounds: 2000,
      transactionsPerRound: 135,
      accounts: 3000,
      shardsMax: 8,
    });
    process.stderr.write(`${JSON.stringify(chain.facts)}\n`);
    expect(chain.facts.basechainTransactions).toBeGreaterThanOrEqual(200_000);
    expect(Math.min(chain.facts.splits, chain.facts.merges)).toBeGreaterThan(0);

    const data = join(folder.path, 'data');
    const outcome = await index(data, chain);
    expect(outcome).toEqual({ code: 0, signal: null, watermark: 2000 });
    expect(await runVerify({ dataDirectory: data }, chain.network.name)).toMatchObject({ code: 0 });
    folder.remove();
  }, 3_600_000);
});

describeRecorded('the first 140 rounds of mainnet', ['blocks/mainnet-2019-11-genesis', ...ZERO_STATES], (data) => {
  it('are indexed whole', async () => {
    const folder = temporaryDirectory();
    const [mainnet] = publicNetworks;
    const outcome = await index(folder.path, {
      directory: data.path('blocks', 'mainnet-2019-11-genesis'),
      statesDirectory: data.path('blocks', 'states'),
      network: mainnet!,
      rounds: 140,
    });
    expect(outcome).toEqual({ code: 0, signal: null, watermark: 140 });
    expect(await runVerify({ dataDirectory: folder.path }, 'mainnet')).toMatchObject({ code: 0 });
    folder.remove();
  }, 600_000);
});
