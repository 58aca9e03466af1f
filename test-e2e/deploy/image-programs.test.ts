import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Cell, CellBuilder, writeBag } from '@tonriver/boc';
import { buildConfig } from '@tonriver/chain-model';
import {
  describePart,
  eventually,
  freePort,
  namesTwice,
  type TemporaryDirectory,
  temporaryDirectory,
} from '@tonriver/testing';
import { type ImageEnvironment, type ImageProgram, runProgram, startProgram } from './image-program.ts';
import { buildImageTrees, type ImageTree, type ImageTrees } from './image-tree.ts';

/** Secrets that no program may write: each program gets those that it takes. */
const SECRETS = {
  clickhouse: 'canary-of-clickhouse',
  kafka: 'canary-of-kafka',
  redis: 'canary-of-redis',
  cache: 'canary-of-the-cache',
  executor: 'canary-of-the-executor',
} as const;

/** Programs of the image with the embedded engine alone. */
const ON_THE_ENGINE = ['clickhouse-http', 'serve-accounts', 'standalone', 'verify'];

/** Programs that run until they are stopped and read their settings from the environment. */
const SERVICES = [
  'action-classifier',
  'api-gateway',
  'block-fetcher',
  'clickhouse-http',
  'get-method-executor',
  'interface-detector',
  'message-emulator',
  'parser',
  'state-resolver',
  'trace-assembler',
];

describePart('node-24', 'the images, installed as their Dockerfile does', () => {
  let trees: ImageTrees;
  /** Of the image with the engine, which has everything. */
  let tree: ImageTree;
  let scratch: TemporaryDirectory;
  let names: string[] = [];
  const treeOf = (name: string): ImageTree => (ON_THE_ENGINE.includes(name) ? trees.engine : trees.services);
  const running: ImageProgram[] = [];
  const start = (words: readonly string[], environment: ImageEnvironment = {}): ImageProgram => {
    const program = startProgram(treeOf(words[0] ?? ''), words, environment);
    running.push(program);
    return program;
  };

  beforeAll(async () => {
    [trees, scratch] = [await buildImageTrees(), temporaryDirectory()];
    tree = trees.engine;
    names = await namesIn(tree);
  }, 300_000);
  afterAll(async () => {
    await Promise.all(running.map((program) => program.stop()));
    trees.remove();
    scratch.remove();
  });

  it('has every program under a name, the sources that they run from, and no tests', () => {
    const programs = tree.files.filter((file) =>
      /^(services|packages\/tools)\/[^/]+\/src\/(.*\/)?main\.ts$/.test(file),
    );
    expect(programs.length).toBeGreaterThan(10);
    expect(names).toHaveLength(programs.length);
    expect(
      tree.files.filter((file) => /\.(test|test-support)\.ts$|\/(src\/testing|assembly|build)\//.test(file)),
    ).toEqual([]);
    expect(tree.files).toEqual(expect.arrayContaining(['deploy/healthcheck.mjs', 'packages/domain/boc/src/index.ts']));
    const ofExplorer = ['index.html', 'explorer.js', 'styles/page.css', 'views/transaction.js'];
    const paths = ofExplorer.map((file) => `services/api-gateway/explorer/${file}`);
    expect(trees.services.files).toEqual(expect.arrayContaining(paths));
    for (const name of ['docs', 'scripts', 'bench/main.ts', '.git', 'README.md']) {
      expect(tree.files.filter((file) => file === name || file.startsWith(`${name}/`))).toEqual([]);
    }
  });

  it('leave the engine, and the programs that run on it, out of the image of the services', async () => {
    const isThere = ({ path }: ImageTree): boolean => existsSync(join(path, 'packages/adapters/chdb/package.json'));
    expect([trees.services, trees.engine].map(isThere)).toEqual([false, true]);
    const engines = readdirSync(join(trees.services.path, 'node_modules/.pnpm')).filter((name) =>
      name.includes('chdb'),
    );
    expect(engines).toEqual([]);
    const without = new Set(await namesIn(trees.services));
    expect(names.filter((name) => !without.has(name)).toSorted()).toEqual(ON_THE_ENGINE);
    const { status, output } = await runProgram(trees.services, ['verify', '--help']);
    expect([status, output]).toEqual([1, expect.stringContaining('--target engine')]);
  });

  it('starts every program with --help, in the image of the services where it is there', async () => {
    for (const pair of pairsOf(names)) {
      const results = await Promise.all(pair.map((name) => runProgram(treeOf(name), [name, '--help'])));
      results.forEach(({ status, output }, index) => {
        expect([pair[index], status, output]).toEqual([pair[index], 0, expect.stringMatching(/Usage|Environment:/)]);
      });
    }
  });

  it('refuses unknown arguments of every program and prints its usage', async () => {
    for (const pair of pairsOf(names)) {
      const results = await Promise.all(pair.map((name) => runProgram(tree, [name, '--unheard-of'])));
      results.forEach(({ status, output }, index) => {
        expect([pair[index], [1, 2].includes(status ?? 0)]).toEqual([pair[index], true]);
        expect(output).toMatch(/--unheard-of[\s\S]*--help/);
        expect(output).not.toMatch(/\n {4}at /);
      });
    }
  });

  it('starts every service without its servers: live, not ready, a clean stop, no secret in the log', async () => {
    const engine = start(['clickhouse-http'], {
      CLICKHOUSE_DIRECTORY: join(scratch.path, 'clickhouse'),
      CLICKHOUSE_HTTP_PORT: '0',
      CLICKHOUSE_PASSWORD: SECRETS.clickhouse,
    });
    const url = String((await engine.says('Listening'))['url']);
    const environments = await environmentsOf(url, scratch.path);
    // Without their tables the services would wait for those, and not for Kafka.
    const migrated = await runProgram(tree, ['migrate'], {
      CLICKHOUSE_URL: url,
      CLICKHOUSE_PASSWORD: SECRETS.clickhouse,
    });
    expect([migrated.status, migrated.output]).toEqual([0, expect.stringContaining('The database is migrated')]);
    const services = Object.entries(environments).map(([name, environment]) => start([name], environment));
    await Promise.all(services.map((service) => isAlive(service)));

    const waiting = services.filter(({ name }) => !['api-gateway', 'get-method-executor'].includes(name));
    for (const service of waiting) {
      await eventually(() => service.output().includes('ECONNREFUSED'), { timeoutMs: 60_000 });
    }
    const gateway = services.find(({ name }) => name === 'api-gateway')!;
    expect((await ask(gateway, '/api/v3/masterchainInfo')).status).toBeGreaterThanOrEqual(500);
    expect(healthCheck(tree, await healthPortOf(gateway))).toBe(0);
    expect((await ask(gateway, '/live')).status).toBe(404);
    const executor = services.find(({ name }) => name === 'get-method-executor')!;
    expect((await ask(executor, '/metrics')).status).toBe(404);
    expect((await ask(executor, '/metrics', await healthPortOf(executor))).status).toBe(200);

    // With a wrong password in the address: error messages of ClickHouse must not quote it.
    const wrong = url.replace('://', `://reader:not-${SECRETS.clickhouse}@`);
    const refused = start(['api-gateway'], {
      ...environments['api-gateway'],
      CLICKHOUSE_PASSWORD: '',
      CLICKHOUSE_URL: wrong,
    });
    expect([await refused.ended, refused.output()]).toEqual([1, expect.stringContaining('Authentication failed')]);
    expectCleanLog(refused);

    const all = [...services, engine];
    expect(all.map(({ name }) => name).toSorted()).toEqual(SERVICES);
    for (const service of all) expect([service.name, await service.stop()]).toEqual([service.name, 0]);
    for (const service of all) expectCleanLog(service);
  }, 180_000);

  it('names missing and misspelt settings of every program that reads them, and prints no secret', async () => {
    const wrong = {
      CLICKHOUSE_URL: `http://reader:${SECRETS.clickhouse}@127.0.0.1/?password=${SECRETS.clickhouse}`,
      REDIS_URL: `http://:${SECRETS.redis}@127.0.0.1`,
      KAFKA_BROKERS: `${SECRETS.kafka}@`,
      KAFKA_PASSWORD: SECRETS.kafka,
      LOG_LEVEL: 'loud',
      KAFKA_PASSWD: SECRETS.kafka,
      CLICKHOUSE_SERVICE_HOST: '10.0.0.1',
    };
    for (const pair of pairsOf([...SERVICES, 'migrate'])) {
      const results = await Promise.all(pair.map((name) => runProgram(tree, [name], wrong)));
      results.forEach(({ status, output }, index) => {
        expect([pair[index], status]).toEqual([pair[index], 1]);
        expect(output).toMatch(/^The configuration is wrong:\n {2}[A-Z_]+: /);
        expect(output).toContain('LOG_LEVEL');
        expect(output).toContain('KAFKA_PASSWD: is no setting of Tonriver; did you mean KAFKA_PASSWORD?');
        expect(output).toMatch(/CLICKHOUSE_SERVICE_HOST: .*enableServiceLinks: false/);
        for (const secret of Object.values(SECRETS)) expect(output).not.toContain(secret);
      });
    }
  });

  it('runs a standalone process that serves a chain, and the commands over what it stored', async () => {
    const directory = join(scratch.path, 'standalone');
    const words = 'standalone --source built --built-rounds 3 --port 0 --clickhouse-port 0 --data-dir'.split(' ');
    const standalone = start([...words, directory]);
    const { api } = await standalone.says('Tonriver is running');
    const base = new URL(String(api)).origin;
    const isServed = async () => (await fetch(`${base}/api/v3/masterchainInfo`)).status === 200;
    await eventually(isServed, { timeoutMs: 60_000 });
    expect((await fetch(`${base}/live`)).status).toBe(200);
    expect(await standalone.stop()).toBe(0);
    expectCleanLog(standalone);

    const verified = await runProgram(tree, ['verify', '--data-dir', directory]);
    expect([verified.status, verified.output]).toEqual([0, expect.stringContaining('Nothing is wrong')]);
    const letters = ['dead-letters', 'list', '--data-dir', directory, '--network', 'built'];
    expect(await runProgram(tree, letters)).toMatchObject({ status: 0 });
  }, 180_000);

  it('runs what starts without a source: a devnet, indexed live', async () => {
    const words = ['standalone', '--port', '0', '--clickhouse-port', '0', '--data-dir', join(scratch.path, 'live')];
    const standalone = start(words);
    const { api } = await standalone.says('Tonriver is running');
    const seqno = async (): Promise<number> => {
      const answer = await fetch(new URL('/api/v3/masterchainInfo', String(api)));
      const { last } = (await answer.json()) as { readonly last?: { readonly seqno: number } };
      return last?.seqno ?? 0;
    };
    await eventually(async () => (await seqno()) >= 3, { timeoutMs: 120_000 });
    expect(await standalone.stop()).toBe(0);
    expectCleanLog(standalone);
  }, 180_000);

  it('runs a devnet of its own', async () => {
    const devnet = start(['devnet'], { HTTP_PORT: '0', DEVNET_DIRECTORY: join(scratch.path, 'devnet') });
    const port = await portOf(devnet);
    const seqno = async (): Promise<number> => {
      const answer = await fetch(`http://127.0.0.1:${port}/devnet/status`);
      return ((await answer.json()) as { readonly last_seqno?: number }).last_seqno ?? 0;
    };
    await eventually(async () => (await seqno()) >= 3, { timeoutMs: 60_000 });
    expect(await devnet.stop()).toBe(0);
    expectCleanLog(devnet);
  }, 120_000);

  describe('over a recorded get-method', () => {
    let recording = '';
    beforeAll(() => {
      mkdirSync(join(scratch.path, 'recordings'));
      recording = join(scratch.path, 'recordings', 'calls.json');
      writeFileSync(recording, JSON.stringify([recordedCall()]));
    });

    it('runs it again, and says which file holds no transactions', async () => {
      const again = await runProgram(tree, ['run-get-method', '--file', recording]);
      expect([again.status, again.output]).toEqual([0, expect.stringContaining('1 passed, 0 failed')]);
      const replayed = await runProgram(tree, ['replay', recording]);
      expect([replayed.status, replayed.output]).toEqual([2, expect.stringContaining('UNREADABLE')]);
    }, 60_000);

    it('serves it over HTTP', async () => {
      const port = await freePort();
      const served = start(['serve-accounts', '--file', recording, '--port', String(port), '--log-level', 'info']);
      await eventually(() => served.output().includes('recorded calls at'), { timeoutMs: 60_000 });
      const { status } = await fetch(`http://127.0.0.1:${port}/live`);
      expect(status).toBe(200);
      expect(await served.stop()).toBe(0);
      expectCleanLog(served);
    }, 60_000);
  });
});

/** Returns the settings of services that need others: Kafka and Redis are unreachable, ClickHouse is there. */
async function environmentsOf(url: string, folder: string): Promise<Readonly<Record<string, ImageEnvironment>>> {
  const closed = `127.0.0.1:${await freePort()}`;
  mkdirSync(join(folder, 'archive'));
  const common = { HTTP_PORT: '0', SHUTDOWN_GRACE_MS: '4000', TONRIVER_COMMIT: 'abcdef0' };
  const store = { ...common, CLICKHOUSE_URL: url, CLICKHOUSE_PASSWORD: SECRETS.clickhouse };
  const kafka = { KAFKA_BROKERS: closed, KAFKA_USERNAME: 'tonriver', KAFKA_PASSWORD: SECRETS.kafka };
  const apart = { HTTP_HEALTH_PORT: '0' };
  const cache = { REDIS_URL: `redis://:${SECRETS.redis}@${closed}`, CACHE_SECRET: SECRETS.cache };
  return {
    'block-fetcher': { ...store, ...kafka, ARCHIVE_PATHS: join(folder, 'archive') },
    parser: { ...store, ...kafka },
    'trace-assembler': { ...store, ...kafka },
    'state-resolver': { ...store, ...kafka, CELLS_DIRECTORY: join(folder, 'cells') },
    'interface-detector': { ...store, ...kafka },
    'action-classifier': { ...store, ...kafka },
    'message-emulator': {
      ...store,
      ...kafka,
      GET_METHOD_EXECUTOR_URL: `http://:${SECRETS.executor}@${closed}`,
      PENDING_REDIS_URL: `redis://:${SECRETS.redis}@${closed}`,
      PENDING_SECRET: SECRETS.cache,
    },
    'get-method-executor': { ...store, ...cache, ...apart, TVM_WORKERS: '1' },
    'api-gateway': { ...store, ...cache, ...apart, GET_METHOD_EXECUTOR_URL: `http://:${SECRETS.executor}@${closed}` },
  };
}

async function portOf(service: ImageProgram): Promise<number> {
  const { port, url } = await service.says('Listening');
  return Number(port ?? new URL(String(url)).port);
}

/** The port that has `/live`: one of its own, or the only one. */
async function healthPortOf(service: ImageProgram): Promise<number> {
  const { healthPort } = await service.says('Listening');
  return healthPort === undefined ? portOf(service) : Number(healthPort);
}

async function ask(service: ImageProgram, path: string, port?: number): Promise<Response> {
  return fetch(`http://127.0.0.1:${port ?? (await portOf(service))}${path}`);
}

async function isAlive(service: ImageProgram): Promise<void> {
  const response = await ask(service, '/live', await healthPortOf(service));
  expect([service.name, response.status]).toEqual([service.name, 200]);
}

/** The image's own check, as Docker runs it. */
function healthCheck(tree: ImageTree, port: number): number | null {
  const environment = { PATH: tree.programPath, HTTP_PORT: '1', HTTP_HEALTH_PORT: String(port) };
  return spawnSync('node', ['deploy/healthcheck.mjs'], { cwd: tree.path, env: environment }).status;
}

/** Checks a log: JSON lines without repeated names, the first about the program, no secret. */
function expectCleanLog(program: ImageProgram): void {
  const lines = program.output().split('\n');
  const json = lines.filter((line) => line.startsWith('{'));
  for (const line of json) expect([line, namesTwice(line)]).toEqual([line, []]);
  const [first] = program.lines();
  expect(first).toMatchObject({
    msg: 'Starting',
    service: program.name,
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    node: expect.stringMatching(/^24\./),
    settings: expect.any(Object),
  });
  if (program.output().includes('abcdef0')) expect(first).toMatchObject({ commit: 'abcdef0' });
  for (const secret of Object.values(SECRETS)) expect(program.output()).not.toContain(secret);
}

/** The programs that `start-service.sh` lists. */
async function namesIn(tree: ImageTree): Promise<string[]> {
  const { output } = await runProgram(tree, ['--help']);
  return [...output.matchAll(/^ {2}([a-z-]+)$/gm)].map(([, name = '']) => name);
}

/** Two processors: two programs at a time. */
function pairsOf(names: readonly string[]): string[][] {
  return names.flatMap((_, index) => (index % 2 === 0 ? [names.slice(index, index + 2)] : []));
}

/** A call of code that leaves the stack as it is: its argument, and the number of the method. */
function recordedCall(): Record<string, unknown> {
  const version = new CellBuilder().storeUint(0xc4, 8).storeUint(13, 32).storeUint(0, 64).endCell();
  const base64 = (cell: Cell): string => Buffer.from(writeBag([cell])).toString('base64');
  return {
    id: 'a call',
    address: `0:${'11'.repeat(32)}`,
    method_id: 5,
    args: [],
    code_boc: base64(new CellBuilder().endCell()),
    data_boc: base64(new CellBuilder().endCell()),
    config_boc: base64(buildConfig([{ parameter: 8, cell: version }])!),
    reference: { exit_code: 0 },
  };
}
