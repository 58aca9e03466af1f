import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { settings } from '@tonriver/config/testing';
import { describePart, repositoryRoot, toolFile } from '@tonriver/testing';
import { parse } from 'yaml';

interface ComposeService {
  readonly image: string;
  readonly restart?: string;
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly command?: readonly string[];
  readonly ports?: readonly string[];
  readonly environment?: Readonly<Record<string, unknown>>;
  readonly depends_on?: Readonly<Record<string, unknown>>;
}

const inRepository = (...parts: readonly string[]): string => join(repositoryRoot, ...parts);
const read = (...parts: readonly string[]): string => readFileSync(inRepository(...parts), 'utf8');
const composeText = read('deploy', 'compose.yml');
const { services } = parse(composeText, { merge: true }) as { readonly services: Record<string, ComposeService> };
const own = Object.entries(services).filter(([, { image }]) => image === 'tonriver');

/** `${NAME:-default}` and `${NAME:+instead}`, as compose reads them. */
function interpolated(text: string, environment: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{(\w+)(?::([-+])([^}]*))?\}/g, (_, name: string, kind: string | undefined, other = '') => {
    const value = environment[name] ?? '';
    if (kind === '+') return value === '' ? '' : other;
    return kind === '-' && value === '' ? other : value;
  });
}

/** Commands that a deployment needs before its services. */
const COMMANDS = ['migrate'];

/** Programs that are no part of a deployment on real servers, or of one over an archive: that takes no messages. */
const NOT_DISTRIBUTED = new Set(['standalone', 'clickhouse-http', 'devnet', 'message-emulator']);

describe('deploy/compose.yml', () => {
  it('starts every service of the distributed form', () => {
    const written = readdirSync(inRepository('services')).filter(
      (name) => existsSync(inRepository('services', name, 'src', 'main.ts')) && !NOT_DISTRIBUTED.has(name),
    );
    expect(own.map(([name]) => name).toSorted()).toEqual([...written, ...COMMANDS].toSorted());
    for (const [name, { command }] of own) expect(command).toEqual([name]);
  });

  it.each(own)('gives %s only settings that it has, and all that it requires', (name, { environment = {} }) => {
    const taken = settings.filter(({ programs }) => programs.includes(name));
    expect(taken.length).toBeGreaterThan(5);
    expect(taken.map((setting) => setting.name)).toEqual(expect.arrayContaining(Object.keys(environment)));
    const required = taken.filter(({ isRequired }) => isRequired).map((setting) => setting.name);
    expect(Object.keys(environment)).toEqual(expect.arrayContaining(required));
  });

  it('gives secrets only from variables of the machine', () => {
    const secrets = new Set(settings.filter(({ isSecret }) => isSecret).map(({ name }) => name));
    const given = own.flatMap(([, { environment = {} }]) => Object.entries(environment));
    const literal = given.filter(([name, value]) => secrets.has(name) && !/^\$\{[^}]+\}$/.test(String(value)));
    expect(literal).toEqual([]);
  });

  it('gives the resolver initial states only when a folder of them is named', () => {
    const told = String(services['state-resolver']?.environment?.['INITIAL_STATES']);
    expect(interpolated(told, {})).toBe('');
    expect(interpolated(told, { INITIAL_STATES_DIRECTORY: '/srv/states' })).toBe('/states');
  });

  it('starts every part again after a reboot, except the migration, which others wait to see ended', () => {
    for (const [name, { restart }] of Object.entries(services)) {
      expect([name, restart]).toEqual([name, COMMANDS.includes(name) ? 'on-failure' : 'unless-stopped']);
    }
    // A fetcher that ended would be started again for ever.
    expect(services['block-fetcher']?.environment).toMatchObject({ EXIT_WHEN_DONE: 'false' });
  });

  it('checks the health of every part; the migration has no port', () => {
    for (const [name, { healthcheck }] of Object.entries(services)) {
      if (COMMANDS.includes(name)) expect(healthcheck).toEqual({ disable: true });
      else expect([name, healthcheck?.test?.length]).toEqual([name, expect.any(Number)]);
    }
    const [, inImage = ''] = /^HEALTHCHECK .*CMD (\[.*\])$/m.exec(read('deploy', 'Dockerfile')) ?? [];
    expect(services['parser']?.healthcheck?.test).toEqual(['CMD', ...(JSON.parse(inImage) as string[])]);
  });

  it('publishes the port of the API and no other, and keeps health and metrics off it', () => {
    const published = Object.entries(services).filter(([, { ports = [] }]) => ports.length > 0);
    expect(published.map(([name, { ports }]) => [name, ports])).toEqual([
      ['api-gateway', ['127.0.0.1:${API_PORT:-8081}:8080']],
    ]);
    for (const name of ['api-gateway', 'get-method-executor']) {
      expect([name, services[name]?.environment]).toEqual([name, expect.objectContaining({ HTTP_HEALTH_PORT: 8090 })]);
    }
  });

  it('names the servers by version, the same that tests use', () => {
    const [kafka, clickHouse, redis] = ['kafka', 'clickhouse', 'redis'].map((name) => services[name]?.image);
    const pom = read('packages', 'tools', 'testing', 'kafka', 'pom.xml');
    const [, kafkaVersion] = /<kafka\.version>(.+)<\/kafka\.version>/.exec(pom) ?? [];
    expect(kafka).toBe(`apache/kafka:${kafkaVersion}`);
    expect(clickHouse).toMatch(/^clickhouse\/clickhouse-server:\d+\.\d+(\.\d+)*$/);
    expect(read('packages', 'tools', 'testing', 'src', 'redis', 'start-redis.ts')).toContain(`'${redis}'`);
  });

  it('lets every service wait for the tables', () => {
    for (const [name, { depends_on: needs = {} }] of own) {
      if (!COMMANDS.includes(name)) {
        expect(needs).toMatchObject({ migrate: { condition: 'service_completed_successfully' } });
      }
    }
  });

  it('waits only for services that exist', () => {
    for (const { depends_on: needs = {} } of Object.values(services)) {
      expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(needs)));
    }
  });

  it('uses only variables that env.example shows', () => {
    const shown = [...read('deploy', 'env.example').matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name);
    const taken = [...composeText.matchAll(/\$\{([A-Z][A-Z0-9_]*)/g)].map(([, name]) => name);
    expect(shown).toEqual(expect.arrayContaining(taken));
    expect([...new Set(taken)]).toEqual(expect.arrayContaining(shown));
  });

  it('has variables of its own besides those of the programs', () => {
    const names = new Set(settings.map(({ name }) => name));
    const taken = [...composeText.matchAll(/\$\{([A-Z][A-Z0-9_]*)/g)].map(([, name]) => name!);
    const ofCompose = [...new Set(taken)].filter((name) => !names.has(name)).toSorted();
    // A folder or a port of this machine, and how many containers: a program in its container sees something else.
    expect(ofCompose).toEqual(['API_PORT', 'ARCHIVE_DIRECTORY', 'INITIAL_STATES_DIRECTORY', 'PARSERS']);
  });
});

describePart('docker-compose', 'docker-compose', () => {
  const config = (environment: Readonly<Record<string, string>>) =>
    spawnSync(toolFile('docker-compose')!, ['-f', inRepository('deploy', 'compose.yml'), 'config', '-q'], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment },
    });

  it('accepts the compose file', () => {
    const { status, stderr } = config({ CLICKHOUSE_PASSWORD: 'a', ARCHIVE_DIRECTORY: './archive' });
    expect([stderr, status]).toEqual(['', 0]);
  });

  it('names a variable that has to be set', () => {
    expect(config({ ARCHIVE_DIRECTORY: './archive' }).stderr).toMatch(/CLICKHOUSE_PASSWORD.*set it in deploy\/\.env/);
  });
});

describePart('yamllint', 'yamllint', () => {
  it('finds nothing in deploy', () => {
    const { status, stdout } = spawnSync(toolFile('yamllint')!, ['--strict', 'deploy'], {
      cwd: repositoryRoot,
      encoding: 'utf8',
    });
    expect([stdout, status]).toEqual(['', 0]);
  });
});

describe('the image', () => {
  const start = (...words: readonly string[]) =>
    spawnSync('sh', [inRepository('deploy', 'start-service.sh'), ...words], { encoding: 'utf8' });

  it('lists its services, and refuses an unknown one', () => {
    const { stdout, status } = start('--help');
    expect(status).toBe(0);
    for (const [name] of own) expect(stdout).toContain(name);
    expect(start('nonsense').status).toBe(1);
    expect(start('../services/parser').status).toBe(1);
  });

  it('is built from files that exist and that .dockerignore does not leave out', () => {
    const ignored = read('deploy', 'Dockerfile.dockerignore');
    const sent = [...ignored.matchAll(/^!(.+)$/gm)].map(([, path]) => path!);
    for (const path of sent) expect(existsSync(inRepository(path))).toBe(true);
    const dockerfile = read('deploy', 'Dockerfile');
    const [, copied = ''] = /^COPY (package\.json .*) \.\/$/m.exec(dockerfile) ?? [];
    expect(copied.split(' ').length).toBeGreaterThan(1);
    for (const path of copied.split(' ')) expect(sent).toContain(path);
    const used = [...dockerfile.matchAll(/deploy\/[a-z-]+\.(?:sh|mjs)/g)].map(([path]) => path);
    expect(sent).toEqual(expect.arrayContaining(used));
    // The workspace is installed whole: the manifest of every member has to be there.
    for (const member of ['bench', 'test-e2e']) expect(sent).toContain(`${member}/package.json`);
  });

  it('runs as a user other than root, by number, and starts without a shell between it and its signals', () => {
    const dockerfile = read('deploy', 'Dockerfile');
    expect(dockerfile).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
    expect(dockerfile).toMatch(/^ENTRYPOINT \[/m);
    expect(read('deploy', 'start-service.sh')).toMatch(/^exec node /m);
    expect(statSync(inRepository('deploy', 'start-service.sh')).mode & 0o111).toBe(0o111);
  });

  it('sets only settings that exist', () => {
    const set = [...read('deploy', 'Dockerfile').matchAll(/^ENV (.*)$/gm)].flatMap(([, line = '']) =>
      [...line.matchAll(/([A-Z_]+)=/g)].map(([, name]) => name),
    );
    expect(['NODE_ENV', ...settings.map(({ name }) => name)]).toEqual(expect.arrayContaining(set));
  });

  it('installs with the version of pnpm that the repository names', () => {
    const { packageManager } = JSON.parse(read('package.json')) as { readonly packageManager: string };
    const named = [...read('deploy', 'Dockerfile').matchAll(/pnpm@[\d.]+/g)].map(([version]) => version);
    expect(new Set(named)).toEqual(new Set([packageManager]));
  });
});
