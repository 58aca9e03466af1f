import { Bag, BocError, type Cell } from '@tonriver/boc';
import type { ChainBuilder, NetworkConfig } from '@tonriver/chain-builder';
import { equalBytes, isKnownParameter, loadConfigParameter, type ParameterValue } from '@tonriver/chain-model';
import { TonriverError } from '@tonriver/errors';
import { DevnetChainError } from '../devnet-chain-error.ts';
import { GLOBAL_VERSION_LEAST, GLOBAL_VERSION } from './capabilities.ts';

/** An order and its signature lie around the value in a message, whose own limits are little above these. */
const bytesMax = 60_000;
const cellsMax = 8_000;
const depthMax = 500;

const CONFIG_ADDRESS = 0;
const VERSION = 8;
const WORKCHAINS = 12;
const MASTERCHAIN_LIMITS = 22;
const CURRENT_VALIDATORS = 34;
const NEXT_VALIDATORS = 36;
/** A masterchain block that is full before could not take the message that changes the configuration back. */
const LEAST_LIMITS = { bytes: 65_536, gas: 1_000_000, ltDelta: 1_000 } as const;
/** A devnet has at most four shards. */
const SPLIT_DEPTH_MAX = 2;

/** Reads the value of a parameter from a bag of cells. @throws {DevnetChainError} `bad_bag`, `bad_config` */
export function readConfigValue(boc: Uint8Array): Cell {
  if (boc.length > bytesMax) throw refused(`the value has more than ${bytesMax} bytes`);
  const bag = parse(boc);
  if (bag.roots.length !== 1) throw refused('the bag of cells has not exactly one root');
  if (bag.levelMask(bag.root) !== 0) throw refused('the value contains pruned branches');
  return bag.toCell(bag.root);
}

function parse(boc: Uint8Array): Bag {
  try {
    return Bag.parse(boc, { cellCountMax: cellsMax, depthMax });
  } catch (error) {
    if (error instanceof BocError) throw new DevnetChainError('bad_bag', error.message, {}, { cause: error });
    throw error;
  }
}

/**
 * Returns the configuration with a parameter changed, if the devnet can go on with it: the value has the form of the
 * parameter, where that is known, blocks can follow it, and it can be changed back.
 *
 * @throws {DevnetChainError} `bad_config` with the reason
 */
export function checkConfigChange(
  chain: Pick<ChainBuilder, 'configWith' | 'facts'>,
  parameter: number,
  value: Cell,
): NetworkConfig {
  if (parameter === CONFIG_ADDRESS) throw refused('the config contract cannot be moved');
  try {
    checkForm(parameter, value, chain.facts().config);
    // The validators that come next must be able to sign as well, when their time comes.
    if (parameter === NEXT_VALIDATORS) chain.configWith(CURRENT_VALIDATORS, value);
    return chain.configWith(parameter, value);
  } catch (error) {
    if (!(error instanceof TonriverError) || error instanceof DevnetChainError) throw error;
    throw refused(error.message, error);
  }
}

function checkForm(parameter: number, value: Cell, before: NetworkConfig): void {
  if (!isKnownParameter(parameter)) return;
  const bag = Bag.of(value);
  const loaded = loadConfigParameter(bag, bag.root, parameter);
  if (parameter === VERSION) checkVersion(loaded as ParameterValue<8>);
  if (parameter === WORKCHAINS) checkWorkchains(loaded as ParameterValue<12>, before);
  if (parameter === MASTERCHAIN_LIMITS) checkLimits(loaded as ParameterValue<22>);
}

/** @throws {DevnetChainError} `bad_config` for a version that a devnet does not have */
export function checkVersion({ version }: ParameterValue<8>): void {
  if (version >= GLOBAL_VERSION_LEAST && version <= GLOBAL_VERSION) return;
  throw refused(`a devnet has the global version ${GLOBAL_VERSION_LEAST} or ${GLOBAL_VERSION}`);
}

function checkWorkchains(workchains: ParameterValue<12>, { basechain }: NetworkConfig): void {
  const [only, ...others] = workchains;
  if (only?.workchain !== 0 || others.length > 0) throw refused('a devnet has the basechain and no other workchain');
  const { active, acceptMessages, minSplit, maxSplit, zerostateRootHash, zerostateFileHash } = only.description;
  if (!active || !acceptMessages) throw refused('the basechain of a devnet is active and takes messages');
  if (minSplit > maxSplit || maxSplit > SPLIT_DEPTH_MAX) throw refused('a devnet has at most four shards');
  const isSame = equalBytes(zerostateRootHash, basechain.rootHash) && equalBytes(zerostateFileHash, basechain.fileHash);
  if (!isSame) throw refused('the zero state of the basechain cannot be another one');
}

function checkLimits(limits: ParameterValue<22>): void {
  for (const name of ['bytes', 'gas', 'ltDelta'] as const) {
    if (limits[name].softLimit >= LEAST_LIMITS[name]) continue;
    throw refused(`no block could take it back: the soft limit of ${name} is at least ${LEAST_LIMITS[name]}`);
  }
}

function refused(what: string, cause?: unknown): DevnetChainError {
  return new DevnetChainError('bad_config', `The configuration cannot be changed so: ${what}`, {}, { cause });
}
