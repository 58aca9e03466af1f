import { ChainBuilderError } from '@tonriver/chain-builder';

/** What network a made-up chain pretends to be. */
interface WorkloadNetwork {
  readonly globalId: number;
  /** Seconds since 1970. */
  readonly startUtime: number;
  readonly globalVersion: number;
  readonly capabilities: bigint;
  readonly validatorCount: number;
  readonly masterchainValidatorCount: number;
}

/** What a made-up chain is like. Everything follows from these: equal options give equal bytes. */
export interface WorkloadOptions {
  readonly seed: string;
  readonly rounds: number;
  /** About how many basechain transactions a round has. */
  readonly transactionsPerRound: number;
  /** Wallets; other contracts come on top. */
  readonly accounts: number;
  /** 1 … 8. */
  readonly shardsMax: number;
  /** How likely a round is to bring a wish to split or to merge. */
  readonly splitMergeRate: number;
  /** No two message bodies with content are equal. */
  readonly distinctBodies: boolean;
  /** Some messages between shards arrive in the round that sent them, which real shards cannot do. */
  readonly sameRoundDelivery: boolean;
  /** Rounds between key blocks. */
  readonly keyBlockEvery: number;
  readonly network: WorkloadNetwork;
}

/** Options with the network's parts optional too. */
export type PartialWorkloadOptions = Partial<Omit<WorkloadOptions, 'network'>> & {
  readonly network?: Partial<WorkloadNetwork>;
};

/**
 * A chain that is made at once and shows everything. Capabilities: creator statistics, bodies in bounces, version
 * report, short dequeue records, stated queue sizes.
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

/** Fills in defaults. Throws `bad_option` for numbers that no chain can have. */
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
    throw new ChainBuilderError('bad_option', 'A rate lies between 0 and 1, and a global id is not 0');
  }
  return complete;
}
