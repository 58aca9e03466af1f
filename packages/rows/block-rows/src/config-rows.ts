import { type Bag, borrowTree } from '@tonriver/boc';
import {
  type Block,
  type ConfigParams,
  findConfigParameter,
  loadBlockMasterchainExtra,
  readConfigParameter,
} from '@tonriver/chain-model';
import type { BlockTables } from './block-tables.ts';

const globalVersionParameter = 8;

/** Adds the configuration of a key block and its tree. Adds nothing for other blocks. */
export function addBlockConfig(tables: BlockTables, bag: Bag, block: Block, rowVersion: number): void {
  if (!block.info.keyBlock) return;
  const config = loadBlockMasterchainExtra(bag, block)?.config ?? null;
  if (config !== null) addConfig(tables, bag, config, { mcBlockSeqno: block.info.seqno, rowVersion });
}

function addConfig(
  tables: BlockTables,
  bag: Bag,
  { config, configAddress }: ConfigParams,
  place: { readonly mcBlockSeqno: number; readonly rowVersion: number },
): void {
  const hash = bag.hash(config);
  tables.configs.add({ ...place, hash, configAddress, globalVersion: globalVersionOf(bag, config) });
  if (tables.knownTrees.add(hash)) tables.cellTrees.add({ hash, boc: borrowTree(bag, config) });
}

/** Returns the version in parameter 8; null when the configuration does not have it. */
export function globalVersionOf(bag: Bag, config: number): number | null {
  if (findConfigParameter(bag, config, globalVersionParameter) === null) return null;
  return readConfigParameter(bag, config, globalVersionParameter)?.version ?? null;
}
