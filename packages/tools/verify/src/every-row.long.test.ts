import { readdirSync } from 'node:fs';
import { openArchive } from '@tonriver/block-source';
import { publicNetworks } from '@tonriver/chain-model';
import { silentLogger } from '@tonriver/logger';
import { initialStateFiles } from '@tonriver/state-resolver/service';
import { describeRecorded } from '@tonriver/testing';
import { describeEveryRow } from './testing/every-row.test-support.ts';
import { builtChain, indexChain } from './testing/index-chain.test-support.ts';

const partial = { allowPartialRounds: true } as const;

for (const seed of [1, 2, 3]) {
  describeEveryRow(seed, 'all states known', { empty: ['libraries', 'domain_names'] }, async () => {
    return await indexChain(builtChain({ seed: `verify-${seed}`, rounds: 16 + seed, shardsMax: 8 }));
  });
}

for (const seed of [4, 5, 6]) {
  describeEveryRow(seed, 'no states known', { empty: ['libraries', 'initial_states', 'domain_names'] }, async () => {
    const { source, network } = builtChain({ seed: `verify-${seed}`, rounds: 10 + seed, shardsMax: 8 });
    return await indexChain({ source, network });
  });
}

for (const seed of [7, 8, 9]) {
  describeEveryRow(
    seed,
    'two ranges and blocks without a round between them',
    { empty: ['libraries', 'domain_names'] },
    async () => {
      return await indexChain(builtChain({ seed: `verify-${seed}`, rounds: 16, shardsMax: 4 }, [7]), partial);
    },
  );
}

const NEEDED = ['blocks/mainnet-2019-11-genesis', 'blocks/states/mainnet_mc_zerostate.boc', 'blocks/states'];

describeRecorded('the first rounds of mainnet', NEEDED, (data) => {
  const states = data.path('blocks', 'states');
  const [network] = publicNetworks;
  const open = async (...names: readonly string[]) =>
    await openArchive({ paths: names.map((name) => data.path('blocks', name)), logger: silentLogger });

  describeEveryRow(10, 'recorded, with libraries in the zero state', { empty: ['domain_names'] }, async () => {
    const zeroStates = initialStateFiles([states]).filter(({ origin }) => origin.includes('zerostate'));
    return await indexChain({
      source: await open('mainnet-2019-11-genesis'),
      network: network!,
      initialStates: zeroStates,
    });
  });

  const runs = readdirSync(data.path('blocks')).filter((name) => name.startsWith('mainnet-'));
  describeEveryRow(
    11,
    'recorded, blocks without a round, from states in the middle too',
    { empty: ['domain_names'] },
    async () => {
      const initialStates = initialStateFiles([states]);
      return await indexChain({ source: await open(...runs), network: network!, initialStates }, partial);
    },
  );
});
