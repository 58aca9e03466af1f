import { LRUCache } from 'lru-cache';
import { readTvmConfig, type TvmConfig } from '../config/tvm-config.ts';
import type { TvmEnvironment } from '../environment.ts';
import { decodeStackValue } from '../stack/decode-stack.ts';
import { encodeStackValueBoc } from '../stack/encode-stack.ts';
import { badInput, digestOf, readInputTree } from './input-tree.ts';

/** An environment in the forms in which it is given to the emulator. */
export interface PreparedEnvironment {
  readonly config: TvmConfig;
  /** One `VmStackValue` in Base64, a null where there is none. */
  readonly previousBlocks: { readonly text: Buffer; readonly digest: string; readonly isNull: boolean };
  readonly unixTime: number;
}

/** Environments kept by their key; masterchain blocks follow each other, so few are in use at a time. */
const environmentsMax = 16;
/** Configurations kept by their content: most blocks share one. */
const configsMax = 4;
const unixTimeMax = 2 ** 32 - 1;
const noPreviousBlocks = encodeStackValueBoc({ type: 'null' });

/** Prepares environments, each once. Throws `tvm_bad_config`, `tvm_config_not_supported`, `tvm_bad_input`. */
export function createEnvironments(): (environment: TvmEnvironment) => PreparedEnvironment {
  const configs = new LRUCache<string, TvmConfig, Uint8Array>({
    max: configsMax,
    memoMethod: (_digest, _stale, { context }) => readTvmConfig(context),
  });
  const prepare = ({ configBoc, previousBlocksBoc, unixTime }: TvmEnvironment): PreparedEnvironment => {
    if (!Number.isInteger(unixTime) || unixTime < 0 || unixTime > unixTimeMax) throw badInput('time', { unixTime });
    const config = configs.memo(digestOf(configBoc), { context: configBoc });
    const boc = previousBlocksBoc ?? noPreviousBlocks;
    const type = decodeStackValue(boc).type;
    if (type !== 'tuple' && type !== 'null') throw badInput('previous blocks', { type });
    const text = readInputTree(boc, 'previous blocks').text;
    return { config, previousBlocks: { text, digest: digestOf(boc), isNull: type === 'null' }, unixTime };
  };
  const environments = new LRUCache<string, PreparedEnvironment, TvmEnvironment>({
    max: environmentsMax,
    memoMethod: (_key, _stale, { context }) => prepare(context),
  });
  return (environment) => environments.memo(environment.key, { context: environment });
}
