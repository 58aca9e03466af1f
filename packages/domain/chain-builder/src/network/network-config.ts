import { Bag, type Cell } from '@tonriver/boc';
import {
  buildConfig,
  type CatchainConfig,
  type ExtraCurrency,
  type GlobalVersion,
  type Hash,
  type KnownParameter,
  loadConfigParameter,
  type ParameterValue,
  type ValidatorSet,
} from '@tonriver/chain-model';
import { ChainBuilderError } from '../chain-builder-error.ts';
import type { SplitMergeRules } from '../chain/shard-configuration.ts';

/** A network's configuration: its parameters as cells, and the decoded ones on which blocks depend. */
export interface NetworkConfig {
  readonly parameters: ReadonlyMap<number, Cell>;
  /** `Hashmap 32 ^Cell`. */
  readonly dictionary: Cell;
  readonly configAddress: Hash;
  /** The receiver of fees: parameter 3, else the elector (1). */
  readonly feeCollector: Hash | null;
  readonly minter: Hash | null;
  /** The required amount of each currency. */
  readonly currencies: readonly ExtraCurrency[];
  readonly version: GlobalVersion;
  readonly splitMerge: SplitMergeRules;
  readonly basechain: { readonly rootHash: Hash; readonly fileHash: Hash };
  readonly blockFees: ParameterValue<14>;
  readonly catchain: CatchainConfig;
  readonly validators: ValidatorSet;
}

/** Default timings of workchains, in seconds. */
const SPLIT_MERGE_SECONDS = 100;

/** Reads a configuration. @throws {ChainBuilderError} `bad_option` when a required parameter is missing */
export function createNetworkConfig(parameters: ReadonlyMap<number, Cell>): NetworkConfig {
  function find<Parameter extends KnownParameter>(parameter: Parameter): ParameterValue<Parameter> | null {
    const cell = parameters.get(parameter);
    if (cell === undefined) return null;
    const bag = Bag.of(cell);
    return loadConfigParameter(bag, bag.root, parameter);
  }
  function need<Parameter extends KnownParameter>(parameter: Parameter): ParameterValue<Parameter> {
    const value = find(parameter);
    if (value === null)
      throw new ChainBuilderError('bad_option', 'A configuration parameter is missing', { parameter });
    return value;
  }
  const dictionary = buildConfig([...parameters].map(([parameter, cell]) => ({ parameter, cell })));
  const basechain = need(12).find(({ workchain }) => workchain === 0)?.description;
  if (dictionary === null || basechain === undefined) {
    throw new ChainBuilderError('bad_option', 'The configuration does not have a basechain', { parameter: 12 });
  }
  const timings = basechain.extension?.timings;
  return {
    parameters,
    dictionary,
    configAddress: need(0),
    feeCollector: find(3) ?? find(1),
    minter: find(2),
    currencies: find(7) ?? [],
    version: need(8),
    splitMerge: {
      minSplit: basechain.minSplit,
      maxSplit: basechain.maxSplit,
      delaySeconds: timings?.splitMergeDelay ?? SPLIT_MERGE_SECONDS,
      intervalSeconds: timings?.splitMergeInterval ?? SPLIT_MERGE_SECONDS,
    },
    basechain: { rootHash: basechain.zerostateRootHash, fileHash: basechain.zerostateFileHash },
    blockFees: need(14),
    catchain: need(28),
    validators: need(34),
  };
}

/** Returns the configuration with some parameters replaced, or removed (null). */
export function changeNetworkConfig(
  config: NetworkConfig,
  changes: Iterable<readonly [parameter: number, cell: Cell | null]>,
): NetworkConfig {
  const parameters = new Map(config.parameters);
  for (const [parameter, cell] of changes) {
    if (cell === null) parameters.delete(parameter);
    else parameters.set(parameter, cell);
  }
  return createNetworkConfig(parameters);
}
