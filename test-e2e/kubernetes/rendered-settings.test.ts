import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describePart, goTool, repositoryRoot, temporaryDirectory } from '@tonriver/testing';
import { chartText, everythingOn, manifestsOf, type Workload, workloadsOf } from './chart.ts';

const BUILD_MS = 15 * 60_000;
/** Loading a program takes two seconds of a processor that may be busy. */
const START_MS = 3 * 60_000;
const typeScript = import.meta.resolve('@tonriver/strip-types');
/** Nothing listens there. */
const AWAY = '127.0.0.1:9';

describePart('helm', 'the environment that the chart gives', () => {
  const cells = temporaryDirectory();
  let workloads: Workload[] = [];
  beforeAll(async () => {
    workloads = workloadsOf(manifestsOf(chartText(await goTool('helm'), everythingOn)));
  }, BUILD_MS);
  afterAll(() => cells.remove());

  /** Values that the cluster would fill in, and addresses at which nothing is. */
  const replaced: Readonly<Record<string, string>> = {
    KAFKA_BROKERS: AWAY,
    KAFKA_USERNAME: 'tonriver',
    KAFKA_PASSWORD: 'password of kafka',
    CLICKHOUSE_URL: `http://${AWAY}`,
    CLICKHOUSE_USERNAME: 'tonriver',
    CLICKHOUSE_PASSWORD: 'password of clickhouse',
    REDIS_URL: `redis://${AWAY}`,
    CACHE_SECRET: 'a secret of the cache',
    CELLS_DIRECTORY: cells.path,
    HTTP_HOST: '127.0.0.1',
    HTTP_PORT: '0',
    HTTP_HEALTH_PORT: '0',
  };

  function environmentOf(component: string): Record<string, string> {
    const workload = workloads.find((one) => one.component === component && one.network === 'mainnet');
    const variables = workload?.spec.containers[0].env ?? [];
    return Object.fromEntries(variables.map(({ name, value = '' }) => [name, replaced[name] ?? value]));
  }

  it.each([
    'block-fetcher',
    'parser',
    'trace-assembler',
    'state-resolver',
    'interface-detector',
    'action-classifier',
    'get-method-executor',
    'api-gateway',
    'migrate',
  ])(
    'is accepted by %s',
    async (component) => {
      expect(await firstWords(component, environmentOf(component))).toContain('"msg":"Starting"');
    },
    START_MS,
  );

  it(
    'is refused with the name of the setting when one is wrong',
    async () => {
      const wrong = { ...environmentOf('api-gateway'), QUERIES_MAX: 'many', QUERIES_MAXIMUM: '8' };
      expect(await firstWords('api-gateway', wrong)).toMatch(
        /configuration is wrong[\s\S]*QUERIES_MAX: [\s\S]*QUERIES_MAXIMUM/,
      );
    },
    START_MS,
  );
});

/** Starts a program and ends it as soon as it has said that it starts, or why it does not. */
async function firstWords(name: string, environment: Readonly<Record<string, string>>): Promise<string> {
  const folder = name === 'migrate' ? 'packages/tools' : 'services';
  const file = join(repositoryRoot, folder, name, 'src', 'main.ts');
  const child = spawn(process.execPath, ['--import', typeScript, file], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  return await new Promise((resolve, reject) => {
    const hear = (text: string): void => {
      said += text;
      if (said.includes('"msg":"Starting"')) child.kill('SIGKILL');
    };
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    child.on('error', reject);
    child.on('close', () => resolve(said));
  });
}
