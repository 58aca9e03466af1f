import {
  equalBytes,
  findShardAccount,
  hashToHex,
  loadAccount,
  loadAccountBlocks,
  loadShardAccounts,
  loadTransaction,
  readConfigParameter,
} from '@tonriver/chain-model';
import type { KnownBlock, OpenedBlock } from './chain-checker.ts';
import { expectThat } from './expect-that.ts';

/** Checks that the configuration of a masterchain state is that in the data of its config contract. */
export function checkConfigContract({ state, stateBag }: KnownBlock): void {
  if (state.custom === null) return;
  const { configAddress, config } = state.custom.config;
  const data = contractIn({ state, stateBag }, configAddress)?.data ?? null;
  expectThat(data !== null && stateBag.refCount(data) > 0, 'the config contract has a configuration');
  expectThat(equalBytes(stateBag.hash(stateBag.ref(data, 0)), stateBag.hash(config)), 'the state has the same');
}

/** Checks that the first transactions of special accounts are ticks and the last ones tocks, where they must be. */
export function checkTickTock({ bag, block, after, parents }: OpenedBlock): void {
  const [before] = parents;
  if (after.state.custom === null || before?.state.custom === null || before === undefined) return;
  const special = readConfigParameter(before.stateBag, before.state.custom.config.config, 31) ?? [];
  const types = new Map<string, string[]>();
  for (const { accountHash, transactions } of loadAccountBlocks(bag, block.extra.accountBlocks)) {
    const kinds = transactions.map(({ transaction }) => {
      const { type, isTock } = loadTransaction(bag, transaction).description;
      return type === 'tick_tock' ? (isTock === true ? 'tock' : 'tick') : type;
    });
    types.set(hashToHex(accountHash), kinds);
  }
  for (const hash of special) {
    const kinds = types.get(hashToHex(hash)) ?? [];
    const ticks = contractIn(before, hash)?.special?.tick === true;
    const tocks = contractIn(after, hash)?.special?.tock === true;
    expectThat(!ticks || kinds[0] === 'tick', 'a special account begins each block with its tick');
    expectThat(!tocks || kinds.at(-1) === 'tock', 'a special account ends each block with its tock');
  }
}

function contractIn({ state, stateBag }: Pick<KnownBlock, 'state' | 'stateBag'>, hash: Uint8Array) {
  const found = findShardAccount(stateBag, loadShardAccounts(stateBag, state.accounts).root, hash);
  return found === null ? null : (loadAccount(stateBag, found.account)?.storage.state.stateInit ?? null);
}
