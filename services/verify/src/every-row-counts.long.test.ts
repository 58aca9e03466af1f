import { openArchive } from '@tonriver/block-source';
import { publicNetworks } from '@tonriver/chain-model';
import { silentLogger } from '@tonriver/logger';
import { describeRecorded } from '@tonriver/testing';
import { describeEveryRow } from './testing/every-row.test-support.ts';
import { builtChain, indexChain } from './testing/index-chain.test-support.ts';

for (const seed of [1, 2, 3, 4, 5]) {
  describeEveryRow(seed, async () => {
    return await indexChain(builtChain({ seed: `verify-${seed}`, rounds: 16 + seed, shardsMax: 8 }));
  });
}

describeRecorded('the first rounds of mainnet', (data) => {
  describeEveryRow(6, async () => {
    const source = await openArchive({ paths: [data.path('blocks', 'mainnet-2019-11-genesis')], logger: silentLogger });
    return await indexChain({ source, network: publicNetworks[0]! });
  });
});
