import type { Cell } from '@tonriver/boc';
import {
  compareBytes,
  type ExtraCurrency,
  type Hash,
  type KnownParameter,
  type ParameterValue,
  storeConfigParameter,
  type ValidatorSet,
} from '@tonriver/chain-model';

/** The properties of a built network. */
export interface DefaultParameterChoices {
  readonly globalId: number;
  readonly configAddress: Hash;
  readonly electorAddress: Hash;
  /** The receiver of new extra currencies; null for a network that makes none. */
  readonly minterAddress: Hash | null;
  readonly currencies: readonly ExtraCurrency[];
  readonly capabilities: bigint;
  readonly globalVersion: number;
  readonly startUtime: number;
  readonly maxSplit: number;
  readonly splitMergeDelaySeconds: number;
  readonly splitMergeIntervalSeconds: number;
  readonly basechainZeroState: { readonly rootHash: Hash; readonly fileHash: Hash };
  readonly validators: ValidatorSet;
}

const GRAM = 1_000_000_000n;

/** Returns the parameters of a built network: mainnet's prices, small groups, fees paid out after several blocks. */
export function defaultParameters(choices: DefaultParameterChoices): ReadonlyMap<number, Cell> {
  const parameters = new Map<number, Cell>();
  function set<Parameter extends KnownParameter>(parameter: Parameter, value: ParameterValue<Parameter>): void {
    parameters.set(parameter, storeConfigParameter(parameter, value));
  }
  set(0, choices.configAddress);
  set(1, choices.electorAddress);
  if (choices.minterAddress !== null) set(2, choices.minterAddress);
  set(7, choices.currencies);
  set(8, { version: choices.globalVersion, capabilities: choices.capabilities });
  set(9, [0, 1, 8, 9, 10, 12, 14, 15, 16, 17, 18, 20, 21, 22, 23, 24, 25, 28, 34]);
  set(10, [0, 1, 8, 9, 10, 12, 14, 15, 16, 17, 28, 34]);
  set(12, [{ workchain: 0, description: basechain(choices) }]);
  set(14, { masterchainBlockFee: GRAM / 10n, basechainBlockFee: GRAM / 20n });
  set(15, { validatorsElectedFor: 65536, electionsStartBefore: 32768, electionsEndBefore: 8192, stakeHeldFor: 32768 });
  set(16, { maxValidators: 400, maxMainValidators: 100, minValidators: 1 });
  set(17, {
    minStake: 1000n * GRAM,
    maxStake: 10_000_000n * GRAM,
    minTotalStake: 10_000n * GRAM,
    maxStakeFactor: 196608,
  });
  setPrices(set, choices);
  set(28, {
    type: 'catchain_config_new',
    flags: 0,
    shuffleMcValidators: true,
    mcCatchainLifetime: 250,
    shardCatchainLifetime: 250,
    shardValidatorsLifetime: 1000,
    shardValidatorsNumber: 3,
  });
  const special = [choices.electorAddress, choices.configAddress, choices.minterAddress];
  set(31, special.filter((address) => address !== null).sort(compareBytes));
  set(34, choices.validators);
  return parameters;
}

function basechain(choices: DefaultParameterChoices): ParameterValue<12>[number]['description'] {
  return {
    enabledSince: choices.startUtime,
    monitorMinSplit: 0,
    minSplit: 0,
    maxSplit: choices.maxSplit,
    active: true,
    acceptMessages: true,
    zerostateRootHash: choices.basechainZeroState.rootHash,
    zerostateFileHash: choices.basechainZeroState.fileHash,
    version: 0,
    format: { type: 'basic', vmVersion: -1, vmMode: 0n },
    extension: {
      timings: {
        splitMergeDelay: choices.splitMergeDelaySeconds,
        splitMergeInterval: choices.splitMergeIntervalSeconds,
        minSplitMergeInterval: choices.splitMergeDelaySeconds,
        maxSplitMergeDelay: 1000,
      },
      persistentStateSplitDepth: 0,
    },
  };
}

type SetParameter = <Parameter extends KnownParameter>(parameter: Parameter, value: ParameterValue<Parameter>) => void;

/** Parameters 18 … 25: prices of storage, gas and messages, and limits of blocks. */
function setPrices(set: SetParameter, { globalId }: DefaultParameterChoices): void {
  const prices = { bitPrice: 1n, cellPrice: 500n, masterchainBitPrice: 1000n, masterchainCellPrice: 500_000n };
  // The index is the time from which on the prices hold: the node refuses others.
  set(18, [{ index: 0, prices: { utimeSince: 0, ...prices } }]);
  set(19, globalId);
  const gas = { gasCredit: 10_000n, freezeDueLimit: 100_000_000n, deleteDueLimit: 1_000_000_000n };
  set(20, {
    ...gas,
    flat: { gasLimit: 100n, gasPrice: 1_000_000n },
    gasPrice: 655_360_000n,
    gasLimit: 1_000_000n,
    specialGasLimit: 70_000_000n,
    blockGasLimit: 2_500_000n,
  });
  set(21, {
    ...gas,
    flat: { gasLimit: 100n, gasPrice: 40_000n },
    gasPrice: 26_214_400n,
    gasLimit: 1_000_000n,
    specialGasLimit: 1_000_000n,
    blockGasLimit: 10_000_000n,
  });
  const bytes = { underload: 131_072, softLimit: 524_288, hardLimit: 1_048_576 };
  const ltDelta = { underload: 1000, softLimit: 20_000, hardLimit: 50_000 };
  const gasLimits = { underload: 2_000_000, softLimit: 10_000_000, hardLimit: 20_000_000 };
  set(22, { type: 'block_limits', bytes, gas: gasLimits, ltDelta });
  set(23, { type: 'block_limits', bytes, gas: gasLimits, ltDelta });
  const fractions = { ihrPriceFactor: 98_304, firstFraction: 21_845, nextFraction: 21_845 };
  set(24, { lumpPrice: 10_000_000n, bitPrice: 655_360_000n, cellPrice: 65_536_000_000n, ...fractions });
  set(25, { lumpPrice: 400_000n, bitPrice: 26_214_400n, cellPrice: 2_621_440_000n, ...fractions });
}
