import {
  addressPrefix,
  type ChainBuilder,
  type ChainTools,
  type NewChain,
  createChainBuilder,
  createNetworkConfig,
  createRandom,
  createValidatorRoster,
  defaultParameters,
  type OpenBlock,
  type Random,
  type Round,
  type RoundBuilder,
  type ShardStep,
  type ValidatorRoster,
  type ZeroState,
} from '@tonriver/chain-builder';
import type { Actor } from './actor.ts';
import { type BlockFiller, createBlockFiller } from './block-filler.ts';
import { createBodies } from './bodies.ts';
import { addFacts, type ChainFacts, noFacts } from './chain-facts.ts';
import { basechainGenesis, masterchainGenesis } from './genesis.ts';
import { createMasterchainScript, CURRENCIES, type MasterchainScript } from './masterchain-script.ts';
import { createOrders, type Orders } from './orders.ts';
import { createReceivers } from './receivers.ts';
import { createShardPlans, type ShardPlans } from './shard-plans.ts';
import { completeWorkloadOptions, type PartialWorkloadOptions, type WorkloadOptions } from './workload-options.ts';
import { createWorld, type World } from './world.ts';
import { shardContains } from '@tonriver/chain-model';

/** A round and the facts about it. */
export interface WorkloadRound extends Round {
  readonly facts: ChainFacts;
}

/** A built chain. */
export interface Workload {
  readonly options: WorkloadOptions;
  readonly zeroStates: { readonly masterchain: ZeroState; readonly basechain: ZeroState };
  /** Builds the rounds one by one, on demand. Can be used once. */
  rounds(): Generator<WorkloadRound, void, undefined>;
  /** Facts about the rounds that are built so far. */
  facts(): ChainFacts;
}

/** What a test does to a chain while it grows. */
export interface WorkloadHooks {
  /** Called after each round. The workload goes on with the chain that it returns. */
  readonly afterRound?: (chain: ChainBuilder, round: Round, tools: ChainTools) => ChainBuilder;
  /** Called before each block of a round. */
  readonly beforeBlock?: (round: RoundBuilder) => void;
}

/** All parts that build rounds. */
interface Stage {
  readonly options: WorkloadOptions;
  readonly hooks: WorkloadHooks;
  readonly zeroStates: NewChain['zeroStates'];
  readonly tools: ChainTools;
  chain: ChainBuilder;
  /** The newest state: of the round that is open, else of the chain. */
  newest: Pick<ChainBuilder, 'account'>;
  readonly random: Random;
  readonly world: World;
  readonly filler: BlockFiller;
  readonly orders: Orders;
  readonly plans: ShardPlans;
  readonly script: MasterchainScript;
}

/** An order causes about this many transactions: its own and those of the messages that follow. */
const TRANSACTIONS_PER_ORDER = 2.4;

/** Builds a chain with plausible transactions over accounts of many kinds, on up to `shardsMax` shards. */
export function generateWorkload(partial: PartialWorkloadOptions = {}, hooks: WorkloadHooks = {}): Workload {
  const options = completeWorkloadOptions(partial);
  const stage = setStage(options, hooks);
  const total = noFacts();

  function* rounds(): Generator<WorkloadRound, void, undefined> {
    let genUtime = options.network.startUtime;
    for (let index = 0; index < options.rounds; index++) {
      genUtime += stage.random.pick([0, 1, 1, 2, 2, 3]);
      const facts = noFacts();
      const round = playRound(stage, genUtime, facts);
      addFacts(total, facts);
      yield { ...round, facts };
    }
  }
  return { options, zeroStates: stage.zeroStates, rounds, facts: () => ({ ...total }) };
}

function setStage(options: WorkloadOptions, hooks: WorkloadHooks): Stage {
  const { seed, network, shardsMax } = options;
  const random = createRandom(`${seed}/workload`);
  const world = createWorld({
    seed,
    random: random.fork('world'),
    accounts: options.accounts,
    minterCount: Math.max(1, Math.min(5, Math.floor(options.accounts / 50))),
  });
  const roster = createValidatorRoster({
    seed,
    random: random.fork('validators'),
    validatorCount: network.validatorCount,
    mainCount: network.masterchainValidatorCount,
  });
  const maxSplit = Math.ceil(Math.log2(shardsMax));
  const tools = chainTools(options, roster, random);
  const chain = createChain(options, tools, { world, roster, random, maxSplit });
  const bodies = createBodies(random.fork('bodies'), options.distinctBodies);
  const receivers = createReceivers(world, bodies, random.fork('receivers'));
  const filler = createBlockFiller({ random: random.fork('filler'), bodies, receivers });
  const account = (actor: Actor) => stage.newest.account(actor.address.workchain, actor.address.hash);
  const orders = createOrders({ world, bodies, random: random.fork('orders'), account });
  const { splitMergeRate, keyBlockEvery } = options;
  const plans = createShardPlans({ random: random.fork('plans'), shardsMax, maxSplit, splitMergeRate });
  const script = createMasterchainScript({
    world,
    filler,
    orders,
    bodies,
    random: random.fork('masterchain'),
    roster,
    keyBlockEvery,
  });
  const parts = { random, world, filler, orders, plans, script };
  const stage: Stage = { options, hooks, zeroStates: chain.zeroStates, tools, chain, newest: chain, ...parts };
  return stage;
}

function chainTools({ network }: WorkloadOptions, roster: ValidatorRoster, random: Random): ChainTools {
  const { globalId, globalVersion, capabilities } = network;
  return {
    globalId,
    software: { version: globalVersion, capabilities },
    random: random.fork('chain'),
    signerOf: (publicKey) => roster.signerOf(publicKey),
  };
}

function createChain(
  { network, walletCurrencies }: WorkloadOptions,
  tools: ChainTools,
  parts: { world: World; roster: ValidatorRoster; random: Random; maxSplit: number },
): NewChain {
  const { world, roster, random, maxSplit } = parts;
  const { startUtime, globalId, globalVersion, capabilities } = network;
  const validators = roster.createSet({ utimeSince: startUtime, utimeUntil: startUtime + 65_536 });
  return createChainBuilder({
    ...tools,
    genUtime: startUtime,
    basechainAccounts: basechainGenesis(world, random.fork('genesis'), startUtime, walletCurrencies),
    masterchainAccounts: (config) => masterchainGenesis(world, config, startUtime),
    configFor: (basechain) =>
      createNetworkConfig(
        defaultParameters({
          globalId,
          configAddress: world.config.address.hash,
          electorAddress: world.elector.address.hash,
          minterAddress: world.currencyMinter.address.hash,
          currencies: CURRENCIES,
          capabilities,
          globalVersion,
          startUtime,
          maxSplit,
          splitMergeDelaySeconds: 3,
          splitMergeIntervalSeconds: 60,
          basechainZeroState: basechain,
          validators,
        }),
      ),
  });
}

function playRound(stage: Stage, genUtime: number, facts: ChainFacts): Round {
  const { chain, plans, random, options, script, hooks } = stage;
  const before = chain.masterchain().genUtime;
  const round = chain.openRound(genUtime);
  stage.newest = round;
  plans.consider(chain.facts().leaves);
  const steps = shuffled(round.steps(), random);
  const planned = steps.map((step) => ({
    step,
    count: blockCount(step, round.isSplitDue(step.shard, before), random),
  }));
  const blocks = planned.reduce((sum, { count }) => sum + count, 0);
  const share = blocks === 0 ? 0 : options.transactionsPerRound / blocks;
  for (const { step, count } of planned) {
    if (step.kind === 'after_split') facts.splits += 0.5;
    if (step.kind === 'after_merge') facts.merges++;
    for (let index = 0; index < count; index++) {
      const stays = round.steps().some(({ shard }) => shard === step.shard);
      if (stays) playShardBlock(stage, round, step.shard, share, facts);
    }
  }
  hooks.beforeBlock?.(round);
  const made = script.play(round, chain.facts().config, facts);
  stage.chain = hooks.afterRound?.(chain, made, stage.tools) ?? chain;
  stage.newest = stage.chain;
  facts.rounds++;
  facts.inFlight = stage.chain.inFlightCount();
  return made;
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const result = [...items];
  for (let index = result.length - 1; index > 0; index--) {
    const other = random.below(index + 1);
    [result[index], result[other]] = [result[other] as Item, result[index] as Item];
  }
  return result;
}

/**
 * Returns how many blocks a shard gets in a round: mostly one, sometimes more or none, but one for a split or merge.
 */
function blockCount(step: ShardStep, isSplitDue: boolean, random: Random): number {
  const draw = random.below(100);
  if (step.kind !== 'continue' || isSplitDue) return draw < 85 ? 1 : 2;
  if (draw < 8) return 0;
  if (draw < 80) return 1;
  return draw < 95 ? 2 : 3;
}

function playShardBlock(stage: Stage, round: RoundBuilder, shard: bigint, share: number, facts: ChainFacts): void {
  const { options, random, filler, orders, plans } = stage;
  stage.hooks.beforeBlock?.(round);
  const block = round.openBlock(shard, { importsSameRound: options.sameRoundDelivery && random.chance(0.4) });
  const waiting = [...block.queued()].length;
  const importMax = random.chance(0.12) ? random.below(waiting + 1) : waiting;
  const imported = filler.importQueued(block, facts, importMax);
  // Imported messages cause transactions too. Orders cause the rest.
  const wanted = Math.max(0, share - imported) / TRANSACTIONS_PER_ORDER;
  const orderCount = Math.floor(wanted + random.below(1000) / 1000);
  for (let index = 0; index < orderCount; index++) {
    const wallet = walletOf(stage, block);
    if (wallet === null) break;
    filler.importOrder(block, facts, wallet, orders.invent(wallet, block.account(wallet.address.hash)));
  }
  const freshMax = random.chance(0.1) ? random.below(4) : Math.max(10, Math.ceil(share * 2));
  filler.handleFresh(block, facts, freshMax);
  filler.finishBlock(facts);
  round.closeBlock(block, plans.wishesOf(shard));
  facts.shardBlocks++;
}

const WALLET_TRIES = 100;

/** Returns a wallet of the shard that can pay; null if none is found. */
function walletOf({ world, random }: Stage, block: OpenBlock): Actor | null {
  for (let attempt = 0; attempt < WALLET_TRIES; attempt++) {
    const wallet = random.pick(world.wallets);
    if (!shardContains(block.frame.shard, addressPrefix(wallet.address.hash) | 1n)) continue;
    const { status, balance } = block.account(wallet.address.hash);
    if (status === 'active' && balance.grams > 1_000_000_000n) return wallet;
  }
  return null;
}
