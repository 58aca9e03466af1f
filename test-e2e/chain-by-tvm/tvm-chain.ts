import { Bag, type Cell, CellBuilder, writeBag } from '@tonriver/boc';
import {
  type ChainBuilder,
  type ChainTools,
  createSpecialMessage,
  type GenesisAccount,
  type NetworkSeed,
  type NewChain,
  type OpenBlock,
  readOutcome,
  type Round,
  startNetwork,
  tickTockAccounts,
  toolsOfSeed,
  type TransactionOutcome,
} from '@tonriver/chain-builder';
import {
  type AccountAddress,
  loadShardAccount,
  type ParameterValue,
  storeConfigParameter,
  storeShardAccount,
} from '@tonriver/chain-model';
import type { TvmEnvironment, TvmPool } from '@tonriver/tvm';
import { codeOf } from './contracts.ts';

const CONFIG = new Uint8Array(32).fill(0x55);
const ELECTOR = new Uint8Array(32).fill(0x33);
/** The accounts with a tick and a tock. */
export const specialAddresses: readonly AccountAddress[] = [CONFIG, ELECTOR].map((hash) => ({ workchain: -1, hash }));
const SEED: NetworkSeed = {
  seed: 'chain by tvm',
  globalId: -239,
  version: { version: 13, capabilities: 0b110_1110n },
  genUtime: 1_790_000_000,
  validatorCount: 3,
  mainValidatorCount: 3,
};

/** A block with a few transactions is overloaded, so that shards split soon. */
const LOW_LIMITS: ParameterValue<23> = {
  type: 'block_limits',
  bytes: { underload: 131_072, softLimit: 524_288, hardLimit: 1_048_576 },
  gas: { underload: 200, softLimit: 500, hardLimit: 20_000_000 },
  ltDelta: { underload: 1000, softLimit: 20_000, hardLimit: 50_000 },
};

/** A network whose special contracts do nothing. */
export function createNetwork(accounts: readonly GenesisAccount[]): { chain: NewChain; tools: ChainTools } {
  const chain = startNetwork({
    ...SEED,
    configAddress: CONFIG,
    electorAddress: ELECTOR,
    minterAddress: null,
    currencies: [],
    maxSplit: 2,
    splitMergeDelaySeconds: 3,
    splitMergeIntervalSeconds: 60,
    parameters: new Map([[23, storeConfigParameter(23, LOW_LIMITS)]]),
    basechainAccounts: accounts.filter(({ address }) => address.workchain === 0),
    masterchainAccounts: ({ dictionary }) => [
      special(CONFIG, new CellBuilder().storeRef(dictionary).endCell()),
      special(ELECTOR, new CellBuilder().endCell()),
      ...accounts.filter(({ address }) => address.workchain === -1),
    ],
  });
  return { chain, tools: toolsOfSeed(SEED) };
}

function special(hash: Uint8Array, data: Cell): GenesisAccount {
  const state = { code: codeOf('silent'), data, tickTock: { tick: true, tock: true } };
  return { address: { workchain: -1, hash }, balance: { grams: 10_000_000_000n, extra: [] }, isSpecial: true, state };
}

/** Runs the transactions of one round in the official TVM. */
class Executor {
  readonly #pool: TvmPool;
  readonly #environment: TvmEnvironment;
  /** How many external messages were not accepted. */
  refused = 0;

  constructor(pool: TvmPool, chain: ChainBuilder, unixTime: number) {
    const { facts, masterchain } = { facts: chain.facts(), masterchain: chain.masterchain() };
    this.#pool = pool;
    this.#environment = {
      key: `${masterchain.reference.seqno}`,
      configBoc: writeBag([facts.config.dictionary]),
      previousBlocksBoc: null,
      unixTime,
    };
  }

  async run(
    block: OpenBlock,
    account: Uint8Array,
    cause: { readonly cell: Cell; readonly lt: bigint } | 'tick' | 'tock',
  ): Promise<TransactionOutcome | null> {
    const { cell, lastTransHash, lastTransLt } = block.account(account);
    const builder = new CellBuilder();
    storeShardAccount(builder, { account: cell, lastTransHash, lastTransLt });
    const result = await this.#pool.emulateTransaction({
      environment: this.#environment,
      shardAccountBoc: writeBag([builder.endCell()]),
      cause: typeof cause === 'string' ? { kind: cause } : { kind: 'message', messageBoc: writeBag([cause.cell]) },
      lt: block.nextLt(account, typeof cause === 'string' ? 0n : cause.lt),
      randomSeed: block.frame.randSeed,
      librariesBoc: null,
    });
    if (result.kind !== 'transaction') {
      this.refused++;
      return null;
    }
    const bag = Bag.parse(result.shardAccountBoc);
    const after = bag.toCell(loadShardAccount(bag.slice(bag.root)).account);
    return readOutcome(Bag.parse(result.transactionBoc), after);
  }

  async need(...words: Parameters<Executor['run']>): Promise<TransactionOutcome> {
    const outcome = await this.run(...words);
    if (outcome === null) throw new Error('an internal message was not accepted');
    return outcome;
  }
}

/** External messages of a round, and the account of each. */
export type Orders = readonly { readonly to: Uint8Array; readonly workchain: number; readonly cell: Cell }[];

/** Builds one round: waiting messages, external ones, and those that they cause. All shards work at the same time. */
export async function playRound(pool: TvmPool, chain: ChainBuilder, now: number, orders: Orders): Promise<Round> {
  const round = chain.openRound(now);
  const executor = new Executor(pool, chain, now);
  const blocks = round.steps().map(({ shard }) => round.openBlock(shard));
  await Promise.all(blocks.map((block) => fill(block, executor, orders)));
  for (const block of blocks) round.closeBlock(block);
  const block = round.openMasterchain();
  const { config } = chain.facts();
  for (const account of tickTockAccounts(block, config, 'tick')) {
    block.runTickTock(await executor.need(block, account, 'tick'));
  }
  const { recovered } = round.specialAmounts();
  let recoverCreateMessage: Cell | null = null;
  if (recovered.grams > 0n) {
    const cell = createSpecialMessage(block, ELECTOR, recovered);
    const outcome = await executor.need(block, ELECTOR, { cell, lt: block.frame.startLt });
    recoverCreateMessage = block.importSpecial(cell, outcome);
  }
  await fill(block, executor, orders);
  for (const account of tickTockAccounts(block, config, 'tock')) {
    block.runTickTock(await executor.need(block, account, 'tock'));
  }
  return round.close({ recoverCreateMessage, mintMessage: null });
}

async function fill(block: OpenBlock, executor: Executor, orders: Orders): Promise<void> {
  for (let message = block.nextQueued(); message !== undefined; message = block.nextQueued()) {
    const cause = { cell: message.message, lt: message.lt };
    block.importQueued(message, await executor.need(block, message.destination.hash, cause));
  }
  for (const { to, workchain, cell } of orders) {
    if (!block.contains({ workchain, hash: to })) continue;
    const outcome = await executor.run(block, to, { cell, lt: block.lastProcessedLt });
    if (outcome !== null) block.importExternal(cell, outcome);
  }
  for (let message = block.nextFresh(); message !== undefined; message = block.nextFresh()) {
    const cause = { cell: message.cell, lt: message.lt };
    block.importFresh(message, await executor.need(block, message.destination.hash, cause));
  }
}
