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

/** Adds the configuration that a key block sets, with its tree. Nothing for other blocks. */
export function addBlockConfig(tables: BlockTables, bag: Bag, block: Block, rowVersion: number): void {
  if (!block.info.keyBlock) return;
  const config = loadBlockMasterchainExtra(bag, block)?.config ?? null;
  if (config !== null) addConfig(tables, bag, config, { mcBlockSeqno: block.info.seqno, rowVersion });
}

/** Adds the configuration in force from a masterchain block on: that of a key block, or of a masterchain state. */
export function addConfig(
  tables: Pick<BlockTables, 'configs' | 'cellTrees' | 'trees'>,
  bag: Bag,
  { config, configAddress }: ConfigParams,
  place: { readonly mcBlockSeqno: number; readonly rowVersion: number },
): void {
  const hash = bag.hash(config);
  tables.configs.add({ ...place, hash, configAddress, globalVersion: globalVersionOf(bag, config) });
  if (tables.trees.add(hash)) tables.cellTrees.add({ hash, boc: borrowTree(bag, config) });
}

/** Parameter 8 says which rules hold; null before there was one. */
export function globalVersionOf(bag: Bag, config: number): number | null {
  if (findConfigParameter(bag, config, globalVersionParameter) === null) return null;
  return readConfigParameter(bag, config, globalVersionParameter)?.version ?? null;
}
