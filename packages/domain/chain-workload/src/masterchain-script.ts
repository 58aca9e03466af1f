import type { Cell } from '@tonriver/boc';
import {
  compareBytes,
  type CurrencyCollection,
  type ExtraCurrency,
  storeConfigParameter,
  type ValidatorSet,
} from '@tonriver/chain-model';
import {
  type AccountRecord,
  changeNetworkConfig,
  createSpecialMessage,
  type NetworkConfig,
  type OpenBlock,
  type Random,
  type Round,
  type RoundBuilder,
  tickTockAccounts,
  type ValidatorRoster,
} from '@tonriver/chain-builder';
import type { Actor } from './actor.ts';
import type { BlockFiller } from './block-filler.ts';
import type { Bodies } from './bodies.ts';
import type { ChainFacts } from './chain-facts.ts';
import { configData } from './genesis.ts';
import type { MessageDraft } from './intent.ts';
import type { MessageNote } from './message-note.ts';
import type { Orders } from './orders.ts';
import { draft, EMPTY_BODY, idle } from './receivers.ts';
import type { World } from './world.ts';

/** Fills the masterchain block of every round. */
export interface MasterchainScript {
  play(round: RoundBuilder, config: NetworkConfig, facts: ChainFacts): Round;
}

export interface MasterchainScriptOptions {
  readonly world: World;
  readonly filler: BlockFiller;
  readonly orders: Orders;
  readonly bodies: Bodies;
  readonly random: Random;
  readonly roster: ValidatorRoster;
  readonly keyBlockEvery: number;
}

/** Key blocks decide when validators change. These seconds only have to be plausible. */
const TERM_SECONDS = 65_536;
/** The currencies of a built network, and how many units are minted at a time. */
export const CURRENCIES: readonly ExtraCurrency[] = [
  { currency: 100, amount: 1_000_000_000n },
  { currency: 0xffff_fff1, amount: 5_000_000n },
];

/** Creates the script of one workload. */
export function createMasterchainScript(options: MasterchainScriptOptions): MasterchainScript {
  const { world, filler, orders, random, roster, keyBlockEvery } = options;
  const configs = createKeyConfigs(roster);

  function isKeyRound(seqno: number): boolean {
    return seqno % keyBlockEvery === Math.floor(keyBlockEvery / 2);
  }

  function tickTock(block: OpenBlock, facts: ChainFacts, actor: Actor, isTock: boolean, newData?: Cell): void {
    const performance = idle(actor, random.between(400, 3000));
    filler.tickTock(block, facts, actor, isTock, { ...performance, newData: newData ?? actor.data });
  }

  function fill(block: OpenBlock, facts: ChainFacts): void {
    filler.importQueued(block, facts, Infinity);
    if (random.chance(0.25)) {
      const wallet = random.pick(world.masterchainWallets);
      const record: AccountRecord = block.account(wallet.address.hash);
      filler.importOrder(block, facts, wallet, orders.inventForMasterchain(wallet, record));
    }
    filler.handleFresh(block, facts, 50);
  }

  function play(round: RoundBuilder, config: NetworkConfig, facts: ChainFacts): Round {
    const block = round.openMasterchain();
    const newConfig = isKeyRound(round.seqno) ? configs.next(config, round.genUtime) : null;
    for (const actor of dueActors(world, block, config, 'tick')) tickTock(block, facts, actor, false);
    const { recovered, minted } = round.specialAmounts();
    const recoverCreateMessage = paySpecial(options, block, facts, world.elector, recovered, []);
    const mintMessage = paySpecial(options, block, facts, world.currencyMinter, minted, mintedDrafts(options, minted));
    if (recoverCreateMessage !== null) facts.recoverMessages++;
    if (mintMessage !== null) facts.mintMessages++;
    fill(block, facts);
    for (const actor of dueActors(world, block, config, 'tock')) {
      const isChange = newConfig !== null && actor === world.config;
      tickTock(block, facts, actor, true, isChange ? configData(newConfig, configs.keyBlockCount()) : undefined);
    }
    filler.finishBlock(facts);
    if (newConfig !== null) facts.keyBlocks++;
    return round.close({ recoverCreateMessage, mintMessage, wishes: { wantSplit: false, wantMerge: false } });
  }

  return { play };
}

/** Returns the contracts that have a tick or a tock now. */
function dueActors(world: World, block: OpenBlock, config: NetworkConfig, kind: 'tick' | 'tock'): Actor[] {
  const special = [world.elector, world.config, world.currencyMinter];
  return tickTockAccounts(block, config, kind).flatMap((hash) =>
    special.filter(({ address }) => compareBytes(address.hash, hash) === 0),
  );
}

/** Makes the configurations of key blocks. Every other one announces the next validators, the others appoint them. */
function createKeyConfigs(roster: ValidatorRoster) {
  let keyBlocks = 0;
  return {
    keyBlockCount: () => keyBlocks,
    next(config: NetworkConfig, genUtime: number): NetworkConfig {
      keyBlocks++;
      const next = config.parameters.get(36);
      if (next !== undefined) {
        return changeNetworkConfig(config, [
          [32, config.parameters.get(34) ?? null],
          [34, next],
          [36, null],
        ]);
      }
      const set: ValidatorSet = roster.createSet({ utimeSince: genUtime, utimeUntil: genUtime + TERM_SECONDS });
      const currencies = CURRENCIES.map(({ currency, amount }) => ({
        currency,
        amount: amount * BigInt(keyBlocks + 1),
      }));
      return changeNetworkConfig(config, [
        [36, storeConfigParameter(36, set)],
        [7, storeConfigParameter(7, currencies)],
      ]);
    },
  };
}

function mintedDrafts({ world, bodies, random }: MasterchainScriptOptions, minted: CurrencyCollection): MessageDraft[] {
  return minted.extra.flatMap(({ currency, amount }) =>
    Array.from({ length: 3 }, (): MessageDraft => {
      const gift = draft({ to: random.pick(world.wallets), grams: 100_000_000n, body: bodies.comment() });
      return gift.type === 'internal' ? { ...gift, extra: [{ currency, amount: amount / 4n }] } : gift;
    }),
  );
}

/** Imports a message that the block makes from fees or new currencies; null if there are none. */
function paySpecial(
  { filler, random }: MasterchainScriptOptions,
  block: OpenBlock,
  facts: ChainFacts,
  to: Actor,
  value: CurrencyCollection,
  drafts: readonly MessageDraft[],
): Cell | null {
  if (value.grams === 0n && value.extra.length === 0) return null;
  const message = createSpecialMessage(block, to.address.hash, value);
  const note: MessageNote = {
    from: to,
    to,
    value,
    bounce: true,
    bounced: false,
    body: EMPTY_BODY,
    hasInit: false,
    lt: block.frame.startLt,
    intent: { type: 'pay' },
  };
  return filler.importSpecial(block, facts, message, note, { ...idle(to, random.between(400, 2000)), drafts });
}
