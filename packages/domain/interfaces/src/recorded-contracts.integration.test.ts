import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Bag, serializeTree } from '@tonriver/boc';
import { loadAccount, loadShardAccount, formatAccountAddress, parseAccountAddress } from '@tonriver/chain-model';
import { describeRecorded } from '@tonriver/testing';
import type { TvmPool } from '@tonriver/tvm';
import { type ContractState, examinedContracts, openPool } from './examined-contracts.test-support.ts';

const BLOCK_FILE = 'accounts/getmethods/mainnet_block_71398501_accounts.json';

interface RecordedAccount {
  readonly address: string;
  readonly shard_account_boc: string;
  readonly results?: readonly { readonly method: string; readonly exit_code: number }[];
}

interface RecordedBlockAccounts {
  readonly unixtime: number;
  readonly config: string;
  readonly libraries: string;
  readonly accounts: readonly RecordedAccount[];
}

/** A recorded method → the kind that it shows. */
const kindOfMethod: Readonly<Record<string, string>> = {
  get_wallet_data: 'jetton_wallet',
  get_jetton_data: 'jetton_master',
  get_collection_data: 'nft_collection',
};

let pool: TvmPool;
beforeAll(async () => {
  pool = await openPool();
});
afterAll(async () => {
  await pool.close();
});

describeRecorded('the contracts of a recorded block', [BLOCK_FILE], (data) => {
  it('are what their own get-methods say; wallets cost no run once their code is known', async () => {
    const recorded = JSON.parse(readFileSync(data.path(BLOCK_FILE), 'utf8')) as RecordedBlockAccounts;
    const contracts = examinedContracts(pool, {
      configBoc: new Uint8Array(readFileSync(data.path(recorded.config))),
      librariesBoc: new Uint8Array(readFileSync(data.path(recorded.libraries))),
      unixTime: recorded.unixtime,
    });
    for (const { address, shard_account_boc: boc } of recorded.accounts) {
      const state = stateOf(boc);
      if (state !== undefined) contracts.states.set(formatAccountAddress(parseAccountAddress(address)), state);
    }
    let wallets = 0;
    for (const { address, results = [] } of recorded.accounts) {
      const examined = formatAccountAddress(parseAccountAddress(address));
      const state = contracts.states.get(examined);
      if (state === undefined) continue;
      const { interfaces } = await contracts.examine(examined);
      const shown = results.filter((result) => result.exit_code === 0).map(({ method }) => kindOfMethod[method]);
      const kinds: readonly (string | undefined)[] = interfaces.map(({ found }) => found.kind);
      for (const kind of shown)
        if (kind !== undefined) expect([address, kinds]).toEqual([address, expect.arrayContaining([kind])]);
      const isWallet = results.some(({ method }) => method === 'get_subwallet_id' || method === 'is_signature_allowed');
      if (!isWallet) continue;
      wallets += 1;
      expect([address, [...((await contracts.possibleFor(state)) ?? [])]]).toEqual([address, []]);
    }
    expect(contracts.states.size).toBeGreaterThan(200);
    expect(wallets).toBeGreaterThan(150);
  }, 120_000);
});

function stateOf(boc: string): ContractState | undefined {
  const bag = Bag.parse(new Uint8Array(Buffer.from(boc, 'base64')));
  const state = loadAccount(bag, loadShardAccount(bag.slice(bag.root)).account)?.storage.state;
  if (state?.type !== 'active' || state.stateInit.code === null || state.stateInit.data === null) return undefined;
  return {
    codeBoc: serializeTree(bag, state.stateInit.code),
    dataBoc: serializeTree(bag, state.stateInit.data),
  };
}
