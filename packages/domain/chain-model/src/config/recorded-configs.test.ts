import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { Bag, type Cell } from '@tonriver/boc';
import { describeRecorded } from '@tonriver/testing';
import { rebuildConfig } from '../block/rebuild-block.test-support.ts';
import { loadWhole } from '../block/inner-cell.ts';
import { readRecordedJson } from '../block/read-recorded-json.test-support.ts';
import { hashToHex } from '../primitives/index.ts';
import { compareDecoded, type ComparisonReport } from './compare-decoded.test-support.ts';
import { loadConfigEntries, loadConfigParameter, readConfigParameter } from './index.ts';
import { isKnownParameter } from './config-parameter.ts';
import { loadConfigParams } from './config-params.ts';
import { findConfigInProof } from './find-config-in-state.test-support.ts';

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const compareText = (left: string, right: string): number => left.localeCompare(right);

interface RecordedConfig {
  readonly file: string;
  readonly network: string;
  readonly root: string;
  readonly params?: number;
  readonly keys?: string;
  readonly dict_root_hash?: string;
  readonly global_version?: number | null;
  readonly capabilities?: string | null;
  readonly param_19_global_id?: number | null;
  readonly validator_set?: {
    readonly utime_since: number;
    readonly utime_until: number;
    readonly validators: number;
  } | null;
}

/** The root of the parameters' dictionary, whatever form the file has; null for files that are no configuration. */
function openConfig(bytes: Uint8Array, entry: { readonly file: string; readonly root: string }) {
  const bag = Bag.parse(bytes);
  if (entry.file.includes('_config_proof_')) return { bag, root: findConfigInProof(bag) };
  if (entry.root.startsWith('ConfigParams')) {
    return { bag, root: loadWhole(bag.slice(bag.root), loadConfigParams, 'ConfigParams').config };
  }
  return entry.root.startsWith('Hashmap 32') ? { bag, root: bag.root } : null;
}

describeRecorded('recorded configurations', ['config/index.json'], (data) => {
  const index = readRecordedJson(data.path('config', 'index.json')) as readonly RecordedConfig[];

  it('load, and every known parameter stored again has the same hash', () => {
    const compared = new Map<string, number>();
    const different: string[] = [];
    let configs = 0;
    let validators = 0;
    for (const entry of index) {
      const opened = openConfig(readFileSync(data.path(entry.file)), entry);
      if (opened === null) continue;
      const { bag, root } = opened;
      bag.hashAll();
      configs++;
      rebuildConfig(bag, root, (kind: string, rebuilt: Cell | null, cell: number | null) => {
        compared.set(kind, (compared.get(kind) ?? 0) + 1);
        if (rebuilt === null || cell === null) return;
        // In a proof, hashes of level 0 are those of the tree that it proves.
        const hash = hashToHex(bag.hash(cell, 0));
        if (hashToHex(rebuilt.hash(0)) !== hash) different.push(`${entry.file}: ${kind} ${hash}`);
      });
      if (entry.params !== undefined) expect(factsOf(bag, root)).toEqual(expectedFacts(entry));
      for (const parameter of [32, 33, 34, 35, 36, 37] as const) {
        validators += readConfigParameter(bag, root, parameter)?.list.length ?? 0;
      }
    }
    expect(different.slice(0, 10)).toEqual([]);
    if (data.isWhole) expect(configs).toBeGreaterThan(0);
    const counts = [...compared].map(([kind, count]) => `${kind} ${count}`).toSorted(compareText);
    print(`configurations: ${configs}, validators ${validators}; ${counts.join(', ')}`);
  });

  it('have the values that other software read in them', () => {
    const files = readdirSync(data.path('config')).filter((file) => /\.(tonapi|tongo)\.json$/.test(file));
    if (data.isWhole) expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const entry = index.find((one) => one.file === `config/${file.replace(/\.(tonapi|tongo)\.json$/, '.boc')}`);
      if (entry === undefined && data.isWhole) throw new Error(`${file} decodes a file that the index does not name`);
      if (entry === undefined) continue;
      const opened = openConfig(readFileSync(data.path(entry.file)), entry);
      if (opened === null) throw new Error(`${entry.file} is no configuration`);
      const report: ComparisonReport = { compared: 0, different: [], unmatched: new Set() };
      const upstream = readRecordedJson(data.path('config', file)) as Record<string, unknown>;
      for (const [name, expected] of Object.entries(upstream)) {
        const parameter = Number(name.replace('ConfigParam', '').replace('Negative', '-'));
        const own = loadConfigEntries(opened.bag, opened.root).find((one) => one.parameter === parameter);
        if (name === 'raw' || !isKnownParameter(parameter)) continue;
        if (own === undefined) throw new Error(`${file} has parameter ${parameter}, the cell has not`);
        compareDecoded(loadConfigParameter(opened.bag, own.cell, parameter), expected, `${parameter}`, report);
      }
      expect(report.different.slice(0, 10)).toEqual([]);
      expect([...report.unmatched]).toEqual([]);
      print(`${file}: ${report.compared} values compared`);
    }
  });
});

/** The data about a configuration in the index of recordings. */
function factsOf(bag: Bag, root: number) {
  const version = readConfigParameter(bag, root, 8);
  const validators = readConfigParameter(bag, root, 34);
  const numbers = loadConfigEntries(bag, root).map(({ parameter }) => parameter);
  return {
    params: numbers.length,
    keys: numbers.toSorted((left, right) => left - right).join(','),
    dictRootHash: hashToHex(bag.hash(root)),
    globalVersion: version?.version ?? null,
    capabilities: version?.capabilities.toString() ?? null,
    globalId: readConfigParameter(bag, root, 19),
    utimeSince: validators?.utimeSince ?? null,
    utimeUntil: validators?.utimeUntil ?? null,
    validators: validators?.list.length ?? null,
  };
}

function expectedFacts(entry: RecordedConfig): ReturnType<typeof factsOf> {
  const numbers = (entry.keys ?? '').split(',').map(Number);
  return {
    params: entry.params ?? 0,
    keys: numbers.toSorted((left, right) => left - right).join(','),
    dictRootHash: entry.dict_root_hash ?? '',
    globalVersion: entry.global_version ?? null,
    capabilities: entry.capabilities ?? null,
    globalId: entry.param_19_global_id ?? null,
    utimeSince: entry.validator_set?.utime_since ?? null,
    utimeUntil: entry.validator_set?.utime_until ?? null,
    validators: entry.validator_set?.validators ?? null,
  };
}
