import { type Cell, CellBuilder } from '@tonriver/boc';
import { type ExtraCurrency, noExtraCurrencies, ZERO_HASH } from '@tonriver/chain-model';
import type { AccountRecord, NetworkConfig, Random } from '@tonriver/chain-builder';
import type { Actor } from './actor.ts';
import { writeAccount } from './account-cell.ts';
import type { World } from './world.ts';

const GRAM = 1_000_000_000n;
const YEARS_UNPAID = 10 * 365 * 86_400;

/** The data of the config contract: `cfg_dict:^Cell stored_seqno:uint32 public_key:uint256 vote_dict:(HashmapE …)`. */
export function configData(config: NetworkConfig, seqno: number): Cell {
  return new CellBuilder()
    .storeRef(config.dictionary)
    .storeUint(seqno, 32)
    .storeBytes(config.configAddress)
    .storeBit(0)
    .endCell();
}

function standing(actor: Actor, grams: bigint, lastPaid: number, extra = noExtraCurrencies): AccountRecord {
  actor.lastPaid = actor.special === null ? lastPaid : 0;
  const balance = { grams, extra };
  const cell = writeAccount(actor, 'active', 0n, balance);
  return {
    hash: actor.address.hash,
    status: 'active',
    cell,
    balance,
    lastTransHash: ZERO_HASH,
    lastTransLt: 0n,
    endLt: 0n,
  };
}

/** Returns the accounts in the basechain's zero state: most wallets, all minters and items, some jetton wallets. */
export function basechainGenesis(
  world: World,
  random: Random,
  genUtime: number,
  walletCurrencies: readonly ExtraCurrency[],
): AccountRecord[] {
  const records: AccountRecord[] = [];
  for (const [index, wallet] of world.wallets.entries()) {
    if (index > 0 && random.chance(0.1)) continue;
    const grams = BigInt(random.between(1_000, 100_000)) * GRAM;
    records.push(standing(wallet, grams, genUtime, walletCurrencies));
    if (!random.chance(0.5)) continue;
    const jettonWallet = world.jettonWallet(random.pick(world.minters), wallet);
    jettonWallet.data = world.movedJettonData(jettonWallet, BigInt(random.between(1, 1_000_000)) * 1000n);
    records.push(standing(jettonWallet, GRAM / 10n, genUtime));
  }
  for (const actor of [...world.minters, ...world.items]) records.push(standing(actor, GRAM, genUtime));
  for (const pauper of world.paupers) {
    // Its rent is unpaid for years, so the next message freezes it.
    pauper.due = 95_000_000n;
    records.push(standing(pauper, 0n, genUtime - YEARS_UNPAID));
  }
  return records;
}

/** Returns the accounts in the masterchain's zero state: the fundamental contracts, the currency minter, wallets. */
export function masterchainGenesis(world: World, config: NetworkConfig, genUtime: number): AccountRecord[] {
  world.config.data = configData(config, 0);
  return [
    standing(world.config, 500n * GRAM, 0),
    standing(world.elector, 10n * GRAM, 0),
    standing(world.currencyMinter, 10_000n * GRAM, genUtime),
    ...world.masterchainWallets.map((wallet) => standing(wallet, 1_000_000n * GRAM, genUtime)),
  ];
}
