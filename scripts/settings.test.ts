import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { loadCommandEnvironment, loadEnvironment } from '../packages/foundation/config/src/index.ts';
import { filesBelow } from './files-below.ts';
import { settingsFiles } from './settings-files.ts';
import {
  environmentPrograms,
  optionPrograms,
  programsWithoutVariables,
  programVariables,
} from './settings-programs.ts';
import { settingRows } from './settings-table.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const programs = programVariables();
const rows = settingRows(programs);
const names = new Set(rows.map(({ name }) => name));

describe('the table of settings', () => {
  it.each([...settingsFiles().keys()])('is what the schemas say: %s (`npm run settings` writes it)', (path) => {
    expect(read(path)).toBe(settingsFiles().get(path));
  });

  it('has every program', () => {
    const commands = Object.keys(JSON.parse(read('scripts/commands.json')) as object);
    const programs = [...Object.keys({ ...environmentPrograms, ...optionPrograms }), ...programsWithoutVariables];
    expect(programs.toSorted()).toEqual([...commands].toSorted());
  });

  it('describes every variable', () => {
    expect(rows.filter(({ meaning }) => meaning === '').map(({ name }) => name)).toEqual([]);
  });

  it('marks every variable as secret whose name says so, the same in all programs', () => {
    const secrets = new Set(rows.filter(({ isSecret }) => isSecret).map(({ name }) => name));
    const named = [...names].filter((name) => /(PASSWORD|PASSPHRASE|SECRET|TOKEN|CREDENTIALS?|_KEY)$/.test(name));
    expect(named.toSorted()).toEqual([...secrets].toSorted());
    expect(rows.filter(({ name, isSecret }) => secrets.has(name) && !isSecret)).toEqual([]);
  });

  it('has every variable of Tonriver that a source reads', () => {
    const sources = filesBelow(root, ['packages', 'services', 'bench', 'test-e2e', 'deploy']);
    const shipped = sources.filter((path) => /\.(ts|mjs|sh|yml|example)$|Dockerfile$/.test(path));
    const found = shipped
      .filter((path) => !path.endsWith('unknown-variables.test.ts'))
      .flatMap((path) => read(path).match(/\bTONRIVER_[A-Z_]+\b/g) ?? []);
    expect([...new Set(found)].filter((name) => !names.has(name))).toEqual([]);
  });
});

describe('documents', () => {
  /** Names in capital letters that begin like a setting and are none: they stand in the sources. */
  const CONSTANTS = new Set(['CACHE_LAYOUT']);
  const FOR_OPERATORS = ['README.md', 'docs/OPERATING.md', 'docs/ANALYTICS.md', 'deploy/README.md', 'k8s/README.md'];
  const documents = [
    ...FOR_OPERATORS,
    ...filesBelow(root, ['services']).filter((path) => path.endsWith('README.md')),
  ].filter((path) => existsSync(join(root, path)));
  /** Variables of the compose file, which its services never see. */
  const ofCompose = new Set([...read('deploy/env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name!));

  it.each(documents)('name only settings that exist: %s', (path) => {
    const firstWords = new Set([...names].filter((name) => name.includes('_')).map((name) => name.split('_')[0]));
    // Blocks of text show the error messages of a wrong configuration.
    const text = read(path).replaceAll(/^```text\n[\s\S]*?^```$/gm, '');
    const words = text.match(/(?<![\w…])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b(?![\w…(])/g) ?? [];
    const unknown = words.filter(
      (word) => firstWords.has(word.split('_')[0]) && !names.has(word) && !ofCompose.has(word) && !CONSTANTS.has(word),
    );
    expect([...new Set(unknown)]).toEqual([]);
  });
});

describe('every program', () => {
  it.each(Object.entries(environmentPrograms))('%s refuses a misspelt variable', (_, schema) => {
    const wrong = { KAFKA_BROKER: 'a:9092', CLICKHOUSE_USER: 'b', TVM_WORKER: '2', REDIS_SERVICE_HOST: '10.0.0.1' };
    expect(() => loadEnvironment(schema, wrong)).toThrow(
      /KAFKA_BROKER: is no.* KAFKA_BROKERS\?[\s\S]*TVM_WORKER: is no.* TVM_WORKERS\?[\s\S]*enableServiceLinks: false/,
    );
  });

  it.each(Object.entries(optionPrograms))('%s refuses a misspelt variable of its own', (_, schema) => {
    const [own = ''] = Object.keys(schema.shape).filter((name) => /^(TONRIVER|KAFKA)_/.test(name));
    expect(() => loadCommandEnvironment(schema, { [`${own}X`]: 'x' })).toThrow(new RegExp(`${own}X: .*${own}\\?`));
  });

  it.each(Object.entries(environmentPrograms))('%s starts beside the settings of all others', (_, schema) => {
    const values: Record<string, string> = {
      KAFKA_BROKERS: 'a:9092',
      CELLS_DIRECTORY: '/cells',
      CLICKHOUSE_DIRECTORY: '/clickhouse',
      ARCHIVE_PATHS: '/archive',
      TVM_WORKERS: '2',
      REDIS_URL: 'redis://redis:6379',
      PENDING_REDIS_URL: 'redis://redis:6379',
      GET_METHOD_EXECUTOR_URL: 'http://executor:8080',
      TONRIVER_DATA: 'none',
      TONRIVER_TEST_PARTS: 'local',
    };
    expect(Object.keys(values).every((name) => names.has(name))).toBe(true);
    expect(() => loadEnvironment(schema, values)).not.toThrow();
  });
});
