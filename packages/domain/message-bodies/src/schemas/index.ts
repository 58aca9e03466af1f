import type { BodyGroup } from '../schema-language.ts';
import { basics, elector } from './basics.ts';
import { bidask } from './bidask.ts';
import { cocoon } from './cocoon.ts';
import { coffeeExchange, coffeeRouting } from './coffee/exchange.ts';
import { coffeeStaking } from './coffee/staking.ts';
import { coffeeVaults } from './coffee/vaults.ts';
import { cron } from './cron.ts';
import { dedustExchange } from './dedust/exchange.ts';
import { dedustFactory } from './dedust/factory.ts';
import { dns } from './dns.ts';
import { evaaAdministration } from './evaa/administration.ts';
import { evaaLiquidation } from './evaa/liquidation.ts';
import { evaaSupply } from './evaa/supply.ts';
import { evaaSupplyWithdrawal } from './evaa/supply-withdrawal.ts';
import { evaaWithdrawal } from './evaa/withdrawal.ts';
import { jettons } from './jettons.ts';
import { blum, gasPump } from './launchpads.ts';
import { moon } from './moon.ts';
import { multisig } from './multisig.ts';
import { nfts } from './nfts.ts';
import { paymentChannels } from './payment-channels.ts';
import { pyth } from './pyth.ts';
import { airdrops, daolama, gramGivers, invoices, megaton, nerdCodes, tegro } from './small-protocols.ts';
import { bemo, hipo, jvault, tonstakers, whales } from './staking.ts';
import { pton, stonfi, stonfiV2 } from './stonfi.ts';
import { storageContracts } from './storage-contracts.ts';
import { stormAccounts } from './storm/accounts.ts';
import { stormTrading } from './storm/trading.ts';
import { subscriptions } from './subscriptions.ts';
import { telemint } from './telemint.ts';
import { tgbtc } from './tgbtc.ts';
import { tonco } from './tonco.ts';
import { tonkeeper } from './tonkeeper.ts';
import { vesting } from './vesting.ts';
import { wallets } from './wallets.ts';

/** All constructors of bodies. */
export const bodyGroups: readonly BodyGroup[] = [
  ...basics,
  ...elector,
  ...bidask,
  ...cocoon,
  ...coffeeExchange,
  ...coffeeRouting,
  ...coffeeStaking,
  ...coffeeVaults,
  ...cron,
  ...dedustExchange,
  ...dedustFactory,
  ...dns,
  ...evaaAdministration,
  ...evaaLiquidation,
  ...evaaSupply,
  ...evaaSupplyWithdrawal,
  ...evaaWithdrawal,
  ...jettons,
  ...blum,
  ...gasPump,
  ...moon,
  ...multisig,
  ...nfts,
  ...paymentChannels,
  ...pyth,
  ...airdrops,
  ...daolama,
  ...gramGivers,
  ...invoices,
  ...megaton,
  ...nerdCodes,
  ...tegro,
  ...bemo,
  ...hipo,
  ...jvault,
  ...tonstakers,
  ...whales,
  ...pton,
  ...stonfi,
  ...stonfiV2,
  ...storageContracts,
  ...stormAccounts,
  ...stormTrading,
  ...subscriptions,
  ...telemint,
  ...tgbtc,
  ...tonco,
  ...tonkeeper,
  ...vesting,
  ...wallets,
];
