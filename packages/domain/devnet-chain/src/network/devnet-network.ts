import type { Cell } from '@tonriver/boc';
import {
  type ChainTools,
  createSigningKey,
  type GenesisAccount,
  type NetworkConfig,
  type NetworkSeed,
  type NewChain,
  type SigningKey,
  startNetwork,
  toolsOfSeed,
} from '@tonriver/chain-builder';
import {
  type AccountAddress,
  formatAccountAddress,
  standardAddress,
  writeExternalMessage,
} from '@tonriver/chain-model';
import {
  configAddress,
  type ConfigOrder,
  configOrderToSign,
  electorAddress,
  signedConfigOrder,
} from '@tonriver/devnet-contracts';
import { DevnetChainError } from '../devnet-chain-error.ts';
import { EMPTY_GENESIS, type Genesis } from '../genesis/genesis.ts';
import { CAPABILITIES, GLOBAL_VERSION } from './capabilities.ts';
import { domainsBeside } from './domains.ts';
import { withLeastSplit, WORKCHAINS_PARAMETER } from './least-split.ts';
import { systemAccounts } from './system-accounts.ts';
import { createWallet, type Wallet } from './wallet.ts';

/** What the zero state of a devnet depends on, and nothing else. */
export interface DevnetOptions {
  /** Fixes the keys of validators and wallets, and all random numbers of blocks. */
  readonly seed: string;
  readonly globalId: number;
  /** Seconds since 1970. */
  readonly genesisTime: number;
  /** The least and the most shards of the basechain: 1, 2 or 4. */
  readonly shardsMin: number;
  readonly shardsMax: number;
  /** Wallets with a balance, beside that of the faucet. */
  readonly walletCount: number;
}

/** A local network: what it begins with, and the keys of its wallets. */
export interface DevnetNetwork {
  readonly options: DevnetOptions;
  readonly tools: ChainTools;
  /** Gives to whoever asks. Holds all extra currencies. */
  readonly faucet: Wallet;
  readonly wallets: readonly Wallet[];
  readonly configAddress: AccountAddress;
  /** Writes the external message by which the owner of the configuration changes a parameter. */
  orderConfig(order: ConfigOrder): Cell;
  /** Creates the chain with its zero states. */
  create(): NewChain;
}

const GRAM = 1_000_000_000n;
const FAUCET_GRAMS = 1_000_000_000n * GRAM;
const WALLET_GRAMS = 1_000_000n * GRAM;
/** The extra currencies that exist from the zero state on. */
const CURRENCIES = [
  { currency: 100, amount: 1_000_000_000_000n },
  { currency: 101, amount: 1_000_000_000_000_000n },
];
const VALIDATOR_COUNT = 4;
const WALLETS_MAX = 1_000;
const SHARD_DEPTHS = new Map([
  [1, 0],
  [2, 1],
  [4, 2],
]);

/**
 * Describes a network. Equal options give equal zero states, keys and addresses.
 *
 * @throws {DevnetChainError} `bad_option`
 */
export function createDevnetNetwork(options: DevnetOptions, genesis: Genesis = EMPTY_GENESIS): DevnetNetwork {
  checkOptions(options);
  const { seed, globalId, genesisTime, walletCount } = options;
  const networkSeed: NetworkSeed = {
    seed,
    globalId,
    version: { version: GLOBAL_VERSION, capabilities: CAPABILITIES },
    genUtime: genesisTime,
    validatorCount: VALIDATOR_COUNT,
    mainValidatorCount: VALIDATOR_COUNT,
  };
  const faucet = createWallet(`${seed}/faucet`);
  const wallets = Array.from({ length: walletCount }, (_, index) => createWallet(`${seed}/wallet/${index}`));
  return {
    options,
    tools: toolsOfSeed(networkSeed),
    faucet,
    wallets,
    configAddress,
    orderConfig(order) {
      const signature = configOwner(seed).sign(configOrderToSign(order).hash());
      return writeExternalMessage({
        destination: standardAddress(configAddress),
        body: signedConfigOrder(signature, order),
      });
    },
    create() {
      const own = { accounts: walletAccounts(faucet, wallets), parameters: new Map() };
      return createChain(options, networkSeed, joined([own, domainsBeside(genesis), genesis]));
    },
  };
}

function createChain(
  { seed, shardsMin, shardsMax }: DevnetOptions,
  networkSeed: NetworkSeed,
  { accounts, parameters }: Genesis,
): NewChain {
  const owner = configOwner(seed);
  const start = {
    ...networkSeed,
    configAddress: configAddress.hash,
    electorAddress: electorAddress.hash,
    minterAddress: null,
    currencies: CURRENCIES,
    maxSplit: SHARD_DEPTHS.get(shardsMax) ?? 0,
    splitMergeDelaySeconds: 2,
    splitMergeIntervalSeconds: 30,
    parameters,
    basechainAccounts: accounts.filter(({ address }) => address.workchain === 0),
    masterchainAccounts: (config: NetworkConfig) =>
      lastOfEach([
        ...systemAccounts(config, owner.publicKey),
        ...accounts.filter(({ address }) => address.workchain === -1),
      ]),
  };
  const chain = startNetwork(start);
  const minSplit = SHARD_DEPTHS.get(shardsMin) ?? 0;
  if (minSplit === 0) return chain;
  // The parameter names the zero state of the basechain, which is known only when a chain was started.
  const workchains = withLeastSplit(chain.facts().config.parameters.get(WORKCHAINS_PARAMETER), minSplit);
  return startNetwork({ ...start, parameters: new Map([...parameters, [WORKCHAINS_PARAMETER, workchains]]) });
}

/** What is said later, as by a file, takes the place of what was said before. */
function joined(parts: readonly Genesis[]): Genesis {
  return {
    accounts: lastOfEach(parts.flatMap(({ accounts }) => accounts)),
    parameters: new Map(parts.flatMap(({ parameters }) => [...parameters])),
  };
}

/** Of accounts with one address, the last. */
function lastOfEach(accounts: readonly GenesisAccount[]): GenesisAccount[] {
  return [...new Map(accounts.map((account) => [formatAccountAddress(account.address), account])).values()];
}

/** The key that signs changes of the configuration. */
function configOwner(seed: string): SigningKey {
  return createSigningKey(`${seed}/config`);
}

function checkOptions({ shardsMin, shardsMax, walletCount, genesisTime }: DevnetOptions): void {
  const refuse = (text: string): DevnetChainError => new DevnetChainError('bad_option', text);
  if (!SHARD_DEPTHS.has(shardsMin) || !SHARD_DEPTHS.has(shardsMax)) throw refuse('A devnet has 1, 2 or 4 shards');
  if (shardsMin > shardsMax) throw refuse('The least number of shards is above the most');
  const isCount = Number.isInteger(walletCount) && walletCount >= 0 && walletCount <= WALLETS_MAX;
  if (!isCount) throw refuse(`A devnet begins with 0 to ${WALLETS_MAX} wallets`);
  const isTime = Number.isInteger(genesisTime) && genesisTime > 0 && genesisTime < 2 ** 32;
  if (!isTime) throw refuse('The time of the zero state is no number of seconds since 1970');
}

function walletAccounts(faucet: Wallet, wallets: readonly Wallet[]): GenesisAccount[] {
  const account = ({ address, state }: Wallet, grams: bigint, extra: typeof CURRENCIES): GenesisAccount => {
    const { code, data } = state;
    return { address, balance: { grams, extra }, state: { code, data } };
  };
  return [account(faucet, FAUCET_GRAMS, CURRENCIES), ...wallets.map((wallet) => account(wallet, WALLET_GRAMS, []))];
}
