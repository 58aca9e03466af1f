import { ChainBuilderError } from '@tonriver/chain-builder';
import type { ExtraCurrency } from '@tonriver/chain-model';

/** The network of a built chain. */
interface WorkloadNetwork {
  readonly globalId: number;
  /** Seconds since 1970. */
  readonly startUtime: number;
  readonly globalVersion: number;
  readonly capabilities: bigint;
  readonly validatorCount: number;
  readonly masterchainValidatorCount: number;
}

/** Properties of a built chain. Equal options give equal bytes. */
export interface WorkloadOptions {
  readonly seed: string;
  readonly rounds: number;
  /** The approximate number of basechain transactions in a round. */
  readonly transactionsPerRound: number;
  /** The number of wallets. There are other contracts too. */
  readonly accounts: number;
  /** 1 … 8. */
  readonly shardsMax: number;
  /** The probability that a round brings a wish to split or merge. */
  readonly splitMergeRate: number;
  /** All message bodies with content differ. */
  readonly distinctBodies: boolean;
  /** Some messages between shards arrive in the round in which they are sent. Real shards cannot do that. */
  readonly sameRoundDelivery: boolean;
  /** What every wallet has in the basechain's zero state, beside grams. */
  readonly walletCurrencies: readonly ExtraCurrency[];
  /** Rounds between key blocks. */
  readonly keyBlockEvery: number;
  readonly network: WorkloadNetwork;
}

/** Options, all of them optional, also those of the network. */
export type PartialWorkloadOptions = Partial<Omit<WorkloadOptions, 'network'>> & {
  readonly network?: Partial<WorkloadNetwork>;
};

/**
 * A chain that is built quickly and contains every kind of event. Capabilities: creator statistics, bodies in bounces,
 * version report, short dequeue records, queue sizes in blocks.
 */
const DEFAULT_WORKLOAD: WorkloadOptions = {
  seed: 'tonriver',
  rounds: 60,
  transactionsPerRound: 40,
  accounts: 150,
  shardsMax: 4,
  splitMergeRate: 0.35,
  distinctBodies: true,
  sameRoundDelivery: true,
  walletCurrencies: [],
  keyBlockEvery: 15,
  network: {
    globalId: -777,
    startUtime: 1_780_000_200,
    globalVersion: 12,
    capabilities: 0b110_1110n,
    validatorCount: 7,
    masterchainValidatorCount: 5,
  },
};

const shardsLimit = 8;

/** Adds defaults. @throws {ChainBuilderError} `bad_option` for impossible values */
export function completeWorkloadOptions(options: PartialWorkloadOptions): WorkloadOptions {
  const network = { ...DEFAULT_WORKLOAD.network, ...options.network };
  const complete: WorkloadOptions = { ...DEFAULT_WORKLOAD, ...options, network };
  const counts: readonly (readonly [name: string, value: number, low: number, high: number])[] = [
    ['rounds', complete.rounds, 0, 2 ** 31],
    ['transactionsPerRound', complete.transactionsPerRound, 0, 100_000],
    ['accounts', complete.accounts, 2, 1_000_000],
    ['shardsMax', complete.shardsMax, 1, shardsLimit],
    ['keyBlockEvery', complete.keyBlockEvery, 2, 2 ** 31],
    ['validatorCount', network.validatorCount, 1, 400],
    ['masterchainValidatorCount', network.masterchainValidatorCount, 1, network.validatorCount],
  ];
  for (const [option, value, low, high] of counts) {
    if (!Number.isInteger(value) || value < low || value > high) {
      throw new ChainBuilderError('bad_option', 'An option is out of range', { option, value, low, high });
    }
  }
  if (!(complete.splitMergeRate >= 0 && complete.splitMergeRate <= 1) || network.globalId === 0) {
    throw new ChainBuilderError('bad_option', 'splitMergeRate must be between 0 and 1, and globalId must not be 0');
  }
  return complete;
}
