import { Bag, type Cell } from '@tonriver/boc';
import {
  buildConfig,
  type CatchainConfig,
  type ExtraCurrency,
  type GlobalVersion,
  type Hash,
  type KnownParameter,
  loadConfigEntries,
  loadConfigParameter,
  type ParameterValue,
  type ValidatorSet,
} from '@tonriver/chain-model';
import { ChainBuilderError } from '../chain-builder-error.ts';
import type { BlockLimits } from '../chain/block-load.ts';
import type { SplitMergeRules } from '../chain/shard-configuration.ts';

/** A network's configuration: its parameters as cells, and the decoded ones on which blocks depend. */
export interface NetworkConfig {
  readonly parameters: ReadonlyMap<number, Cell>;
  /** `Hashmap 32 ^Cell`. */
  readonly dictionary: Cell;
  /** The contract whose data hold the configuration. */
  readonly configAddress: Hash;
  /** Parameter 0: the same contract, or one that is to follow it and has no configuration yet. */
  readonly namedAddress: Hash;
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
  /** Parameters 22 and 23. */
  readonly blockLimits: { readonly masterchain: BlockLimits; readonly basechain: BlockLimits };
  /** Parameter 31: accounts that pay nothing, and may run at the begin and the end of each masterchain block. */
  readonly specialAccounts: readonly Hash[];
}

/** Default timings of workchains, in seconds. */
const SPLIT_MERGE_SECONDS = 100;

/** What blocks of this package do not do. A configuration that asks for it is refused. */
const UNKNOWN_CAPABILITIES = new Map([
  [0x01n, 'IHR'],
  [0x10n, 'transactions that split and merge accounts'],
  [0x80n, 'metadata of messages'],
  [0x100n, 'deferred messages'],
]);
/** Capabilities without which a node would write blocks in another form. */
const NEEDED_CAPABILITIES = new Map([
  [0x02n, 'statistics of block creators'],
  [0x08n, 'a version in block headers'],
  [0x20n, 'short records of dequeued messages'],
  [0x40n, 'the size of the queue in states'],
]);

/**
 * Creates a configuration from its parameters.
 *
 * @throws {ChainBuilderError} `bad_option` when a parameter is missing on which blocks depend
 */
export function createNetworkConfig(parameters: ReadonlyMap<number, Cell>): NetworkConfig {
  const dictionary = buildConfig([...parameters].map(([parameter, cell]) => ({ parameter, cell })));
  if (dictionary === null) throw new ChainBuilderError('bad_option', 'The configuration is empty');
  return describeConfig(parameters, dictionary);
}

/**
 * Reads a configuration from its dictionary.
 *
 * @throws {ChainBuilderError} `bad_option` when a parameter is missing on which blocks depend
 * @throws {ChainModelError} or `BocError` for anything else that is no configuration
 */
export function readNetworkConfig(dictionary: Cell): NetworkConfig {
  const bag = Bag.of(dictionary);
  const entries = loadConfigEntries(bag, bag.root);
  return describeConfig(new Map(entries.map(({ parameter, cell }) => [parameter, bag.toCell(cell)])), dictionary);
}

function describeConfig(parameters: ReadonlyMap<number, Cell>, dictionary: Cell): NetworkConfig {
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
  for (const parameter of find(9) ?? []) {
    if (!parameters.has(parameter)) {
      throw new ChainBuilderError('bad_option', 'A configuration parameter is missing that parameter 9 demands', {
        parameter,
      });
    }
  }
  const basechain = need(12).find(({ workchain }) => workchain === 0)?.description;
  if (basechain === undefined) {
    throw new ChainBuilderError('bad_option', 'The configuration does not have a basechain', { parameter: 12 });
  }
  const timings = basechain.extension?.timings;
  return {
    parameters,
    dictionary,
    configAddress: need(0),
    namedAddress: need(0),
    feeCollector: find(3) ?? find(1),
    minter: find(2),
    currencies: find(7) ?? [],
    version: supportedVersion(need(8)),
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
    blockLimits: { masterchain: need(22), basechain: need(23) },
    specialAccounts: find(31) ?? [],
  };
}

function supportedVersion(version: GlobalVersion): GlobalVersion {
  const refuse = (message: string, capability: string): ChainBuilderError =>
    new ChainBuilderError('bad_option', message, { parameter: 8, capability });
  for (const [bit, name] of UNKNOWN_CAPABILITIES) {
    if ((version.capabilities & bit) !== 0n) throw refuse('The blocks of this package cannot do this', name);
  }
  for (const [bit, name] of NEEDED_CAPABILITIES) {
    if ((version.capabilities & bit) === 0n) throw refuse('The blocks of this package need this capability', name);
  }
  return version;
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
