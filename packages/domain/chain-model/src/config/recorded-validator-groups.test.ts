import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { Bag } from '@tonriver/boc';
import { describeRecorded, type RecordedData } from '@tonriver/testing';
import {
  type BlockInfo,
  loadBlock,
  loadBlockMasterchainExtra,
  loadShardDescriptions,
  type ShardTop,
} from '../block/index.ts';
import { readRecordedJson } from '../block/read-recorded-json.test-support.ts';
import { hashToHex } from '../primitives/index.ts';
import { findConfigInState } from './find-config-in-state.test-support.ts';
import {
  type CatchainConfig,
  computeValidatorGroup,
  readConfigParameter,
  validatorListHashShort,
  type ValidatorSet,
} from './index.ts';
import { isCatchainPeriodOver, shardCatchainSeqno } from './catchain-seqno.ts';
import { loadConfigParams } from './config-params.ts';

const print = (text: string): void => void process.stdout.write(`${text}\n`);

interface ValidatorConfig {
  readonly source: string;
  readonly catchain: CatchainConfig;
  readonly set: ValidatorSet;
}

function validatorConfig(source: string, bag: Bag, root: number): ValidatorConfig | null {
  const catchain = readConfigParameter(bag, root, 28);
  const set = readConfigParameter(bag, root, 35) ?? readConfigParameter(bag, root, 34);
  return catchain === null || set === null ? null : { source, catchain, set };
}

/** Network and seqno of a key block (0: the zero state), as blocks name the configuration they were made under. */
const keyOf = (network: string, seqno: number): string => `${network} ${seqno}`;

/** The configurations of all key blocks and zero states of the data folder. */
function configsByKeyBlock(data: RecordedData): Map<string, ValidatorConfig> {
  const configs = new Map<string, ValidatorConfig>();
  const zeroStates = new Map<string, ValidatorConfig>();
  for (const file of readdirSync(data.path('blocks', 'states'))) {
    if (!file.includes('_mc_zerostate')) continue;
    const bag = Bag.parse(readFileSync(data.path('blocks', 'states', file)));
    const config = validatorConfig(file, bag, findConfigInState(bag, bag.root));
    if (config !== null) zeroStates.set(hashToHex(bag.hash(bag.root)), config);
  }
  for (const entry of data.blocks()) {
    if (entry.workchain !== -1 || (entry.seqno !== 1 && !entry.keyBlock)) continue;
    const bag = Bag.parse(entry.read());
    const block = loadBlock(bag);
    const zeroState = zeroStates.get(hashToHex(block.info.previousBlocks[0].rootHash));
    if (entry.seqno === 1 && zeroState !== undefined) configs.set(keyOf(entry.network, 0), zeroState);
    const params = loadBlockMasterchainExtra(bag, block)?.config ?? null;
    const config = params === null ? null : validatorConfig(entry.file, bag, params.config);
    if (config !== null) configs.set(keyOf(entry.network, entry.seqno), config);
  }
  return configs;
}

/** Configurations of which the key block is not known: those of `config/`. */
function otherConfigs(data: RecordedData): ValidatorConfig[] {
  const index = readRecordedJson(data.path('config', 'index.json')) as {
    readonly file: string;
    readonly root: string;
  }[];
  return index.flatMap(({ file, root }) => {
    if (!root.startsWith('ConfigParams') && !root.startsWith('Hashmap 32')) return [];
    const bag = Bag.parse(readFileSync(data.path(file)));
    const isContainer = root.startsWith('ConfigParams');
    const config = isContainer ? loadConfigParams(bag.slice(bag.root)).config : bag.root;
    return [validatorConfig(file, bag, config)].filter((one) => one !== null);
  });
}

/** Tells whether the group for the block's shard and catchain seqno has the header's hash. */
function isMadeBy({ catchain, set }: ValidatorConfig, info: BlockInfo): boolean {
  const group = computeValidatorGroup({ catchain, set, shard: info, catchainSeqno: info.genCatchainSeqno });
  return validatorListHashShort(group, info.genCatchainSeqno) === info.genValidatorListHashShort;
}

const isShuffled = ({ catchain }: ValidatorConfig): boolean =>
  catchain.type === 'catchain_config_new' && catchain.shuffleMcValidators;

describeRecorded('validator groups of recorded blocks', ['blocks/states', 'config/index.json'], (data) => {
  it('made every block whose last key block is known, as its header says', () => {
    const configs = configsByKeyBlock(data);
    const others = [...configs.values(), ...otherConfigs(data)];
    const counts = { masterchain: 0, shuffled: 0, shards: 0, byOtherConfig: 0, withoutConfig: 0 };
    const refuted: string[] = [];
    for (const entry of data.blocks()) {
      const { info } = loadBlock(Bag.parse(entry.read()));
      const config = configs.get(keyOf(entry.network, info.prevKeyBlockSeqno));
      if (config === undefined) {
        // The hash has 32 bits: that a wrong configuration fits is no more likely than one in four thousand millions.
        const other = others.find((one) => isMadeBy(one, info));
        counts[other === undefined ? 'withoutConfig' : 'byOtherConfig']++;
        if (other !== undefined && entry.workchain === -1 && isShuffled(other)) counts.shuffled++;
        continue;
      }
      if (!isMadeBy(config, info)) refuted.push(`${entry.file} is not made by ${config.source}`);
      counts[entry.workchain === -1 ? 'masterchain' : 'shards']++;
      if (entry.workchain === -1 && isShuffled(config)) counts.shuffled++;
    }
    expect(refuted).toEqual([]);
    if (data.isWhole) expect(counts.masterchain + counts.shards).toBeGreaterThan(0);
    print(`validator groups: ${JSON.stringify(counts)}`);
  });

  it('change at the catchain lifetime, and shard blocks carry the seqno that their masterchain block gives them', () => {
    const configs = configsByKeyBlock(data);
    const masterchain = new Map<string, BlockInfo>();
    const tops = new Map<string, readonly ShardTop[]>();
    const shardBlocks: { readonly file: string; readonly info: BlockInfo }[] = [];
    for (const entry of data.blocks()) {
      const bag = Bag.parse(entry.read());
      const block = loadBlock(bag);
      const extra = loadBlockMasterchainExtra(bag, block);
      if (extra === null) shardBlocks.push({ file: entry.file, info: block.info });
      else {
        masterchain.set(keyOf(entry.network, entry.seqno), block.info);
        tops.set(hashToHex(bag.hash(bag.root)), loadShardDescriptions(bag, extra.shardHashes));
      }
    }
    const counts = { masterchainSteps: 0, changes: 0, shardBlocks: 0, afterSplit: 0 };
    for (const [key, next] of masterchain) {
      const network = key.slice(0, key.lastIndexOf(' '));
      const block = masterchain.get(keyOf(network, next.seqno - 1));
      const before = masterchain.get(keyOf(network, next.seqno - 2));
      const lifetime = configs.get(keyOf(network, next.prevKeyBlockSeqno))?.catchain.mcCatchainLifetime;
      if (block === undefined || before === undefined || block.keyBlock || lifetime === undefined) continue;
      const isOver = isCatchainPeriodOver({ previousUtime: before.genUtime, utime: block.genUtime, lifetime });
      expect(next.genCatchainSeqno - block.genCatchainSeqno).toBe(isOver ? 1 : 0);
      counts.masterchainSteps++;
      if (isOver) counts.changes++;
    }
    for (const { file, info } of shardBlocks) {
      const known = tops.get(info.masterRef === null ? '' : hashToHex(info.masterRef.rootHash));
      if (known === undefined) continue;
      expect({ file, seqno: shardCatchainSeqno(known, info) }).toEqual({ file, seqno: info.genCatchainSeqno });
      counts.shardBlocks++;
      if (!known.some((top) => top.shard === info.shard)) counts.afterSplit++;
    }
    print(`catchain seqnos: ${JSON.stringify(counts)}`);
  });
});
