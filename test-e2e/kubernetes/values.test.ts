import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { schemaVersion } from '@tonriver/row-schema';
import { describePart, goTool, repositoryRoot, temporaryDirectory, toolFile } from '@tonriver/testing';
import { parse } from 'yaml';
import { chartFiles, isSameContent } from './chart-files.ts';
import {
  chartFolder,
  chartRefusal,
  chartText,
  exampleAddresses,
  manifestsOf,
  runHelm,
  sizes,
  workloadsOf,
} from './chart.ts';

const BUILD_MS = 15 * 60_000;
const readYaml = (file: string): Record<string, unknown> =>
  parse(readFileSync(join(chartFolder, file), 'utf8')) as Record<string, unknown>;
const set = (...values: readonly string[]): string[] => values.flatMap((value) => ['--set', value]);

describe('files of the chart', () => {
  it.each([...chartFiles()])(
    '%s is made from the values and the settings (`npm run kubernetes -- write`)',
    (path, text) => {
      expect([path, isSameContent(path, text)]).toEqual([path, true]);
    },
  );

  it('describe every value, at one service at least', () => {
    const readme = readFileSync(join(repositoryRoot, 'k8s', 'README.md'), 'utf8');
    const described = [...readme.matchAll(/^\| `([A-Za-z.[\]-]+)`/gm)].map(([, name]) => pattern(name!));
    const missing = valueNames(readYaml('values.yaml'), '').filter((name) => !described.includes(pattern(name)));
    expect([...new Set(missing)]).toEqual([]);
  });

  it('name the version of the program and of its tables', () => {
    const { version } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as { version: string };
    expect(readYaml('Chart.yaml')).toMatchObject({
      version,
      appVersion: version,
      annotations: { 'tonriver.io/schema-version': String(schemaVersion) },
    });
  });
});

describePart('helm', 'values of the chart', () => {
  let helm = '';
  beforeAll(async () => {
    helm = await goTool('helm');
  }, BUILD_MS);
  const medium = sizes['medium']!;
  const jobs = (words: readonly string[], folder?: string): string[] =>
    manifestsOf(chartText(helm, words, folder))
      .filter(({ kind }) => kind === 'Job')
      .map(({ metadata }) => metadata.name);

  it('pass the linter of helm without a warning', () => {
    for (const words of [[], ...Object.values(sizes)]) {
      expect(runHelm(helm, ['lint', '--strict', chartFolder, ...words])).toMatchObject({ status: 0 });
    }
  });

  it('are refused when a name is misspelt, at every depth', () => {
    const wrong = [
      'service.parser.replicas=2',
      'services.parsers.replicas=2',
      'services.parser.replica=2',
      'services.block-fetcher.replicas=2',
      'services.parser.settings.LOGLEVEL=info',
      'kafka.sasl.password=x',
      'networks[0].nmae=x',
      'tryOut.postgres.image=x',
      'services.parser.resources.limits.memroy=1Gi',
    ];
    for (const value of wrong) {
      expect(chartRefusal(helm, [...medium, ...set(value)])).toMatch(/additional properties '\w+' not allowed/);
    }
  });

  it('are refused when they hold a secret, a moving tag or something of the wrong form', () => {
    const wrong: readonly (readonly [string, string])[] = [
      ['services.parser.settings.CLICKHOUSE_PASSWORD=x', '/services/parser/settings'],
      ['services.parser.settings.KAFKA_BROKERS=a:1', '/services/parser/settings'],
      ['clickhouse.url=http://user:password@host:8123', '/clickhouse/url'],
      ['redis.url=redis://:password@host:6379', '/redis/url'],
      ['image.tag=latest', '/image/tag'],
      ['image.digest=sha256:12', '/image/digest'],
      ['networks[0].name=Main-Net', '/networks/0/name'],
      ['shutdownGraceSeconds=60', '/shutdownGraceSeconds'],
      ['kafka.brokers[0]=kafka', '/kafka/brokers/0'],
    ];
    for (const [value, place] of wrong) expect(chartRefusal(helm, [...medium, ...set(value)])).toContain(`'${place}`);
  });

  it('are refused when they contradict each other, all problems at once', () => {
    const wrong = set(
      'tryOut.enabled=true',
      'redis.existingSecret=',
      'services.parser.replicas=9',
      'networks[1].name=mainnet',
      'networks[0].archive.hostPath=/archive',
      'gatewayApi.enabled=true',
      'networks[0].host=',
      'networks[0].initialStates.existingClaim=',
    );
    const withoutPorts = ['--set-json', 'networkPolicy.redis.ports=[]'];
    const said = chartRefusal(helm, [...medium, ...wrong, ...withoutPorts]);
    for (const problem of [
      'kafka.brokers: tryOut.enabled brings its own server',
      'clickhouse.url: tryOut.enabled brings its own server',
      'redis.existingSecret: is required',
      'services.parser.replicas: 9 is more than kafka.rawPartitions',
      'networks: mainnet is there twice',
      'networkPolicy.redis.ports: is required with redis.urlKey',
      'networks: mainnet: archive needs existingClaim or hostPath, for block-fetcher',
      'networks: mainnet: initialStates needs existingClaim or hostPath, for state-resolver',
      'gatewayApi.parentRefs: is required',
      'networks: mainnet has no host',
    ]) {
      expect(said).toContain(problem);
    }
  });

  it('say what is missing when nothing is given, and when names would be too long', () => {
    expect(chartRefusal(helm, [])).toMatch(/clickhouse.url: is required[\s\S]*kafka.brokers: is required/);
    const long = set(`networks[0].name=${'n'.repeat(32)}`);
    expect(chartRefusal(helm, [...medium, ...long])).toContain('is too long a prefix for names');
  });

  it('name the migration anew when its pod changes, and only then', () => {
    const before = jobs(medium);
    expect(before).toEqual([
      expect.stringMatching(new RegExp(`^tonriver-mainnet-migrate-${schemaVersion}-[0-9a-f]{8}$`)),
      expect.stringMatching(new RegExp(`^tonriver-testnet-migrate-${schemaVersion}-[0-9a-f]{8}$`)),
    ]);
    expect(jobs(medium)).toEqual(before);
    expect(jobs([...medium, ...set('services.parser.replicas=4', 'kafka.tls=false')])).toEqual(before);
    for (const value of ['image.tag=9.9.9', 'clickhouse.cluster=main', 'migrate.resources.limits.memory=1Gi']) {
      const after = jobs([...medium, ...set(value)]);
      expect(after.filter((name) => before.includes(name))).toEqual([]);
    }
  });

  it('name the migration anew when the tables change', () => {
    const folder = temporaryDirectory();
    cpSync(chartFolder, folder.path, { recursive: true });
    const file = join(folder.path, 'Chart.yaml');
    const raised = readFileSync(file, 'utf8').replace(/(schema-version: )"\d+"/, '$1"99"');
    writeFileSync(file, raised);
    expect(jobs(medium, folder.path)).toEqual([
      expect.stringContaining('-mainnet-migrate-99-'),
      expect.stringContaining('-testnet-migrate-99-'),
    ]);
    folder.remove();
  });

  it('write large numbers and switches out whole', () => {
    const words = [...medium, ...set('services.api-gateway.settings.MEMORY_CACHE_BYTES_MAX=1000000000')];
    expect(chartText(helm, words)).toMatch(/name: MEMORY_CACHE_BYTES_MAX\n +value: "1000000000"\n/);
  });

  it('leave a service out that is disabled, also for one network, with all that belongs to it', () => {
    const off = set('networks[1].services.get-method-executor.enabled=false', 'services.block-fetcher.enabled=false');
    const text = chartText(helm, [...medium, ...off, ...set('networks[0].archive=null')]);
    expect(text).not.toContain('testnet-get-method-executor');
    expect(text).not.toContain('block-fetcher');
    expect(text).toContain('name: "tonriver-mainnet-get-method-executor"');
  });

  it('keep names that YAML could take for something else', () => {
    const words = [...sizes['small']!, ...set('networks[0].name=on', 'networks[0].archive.existingClaim=archive')];
    for (const { of, network } of workloadsOf(manifestsOf(chartText(helm, words)))) {
      expect([of, network]).toEqual([of, of.includes('tonriver-on-') ? 'on' : undefined]);
    }
  });

  it('let nobody in where a list of peers is empty, except clients', () => {
    const words = [...medium, '--set-json', 'networkPolicy.metricsFrom=[]'];
    const policies = manifestsOf(chartText(helm, words)).filter(({ kind }) => kind === 'NetworkPolicy');
    const ingress = (name: string): unknown =>
      policies.find(({ metadata }) => metadata.name === `tonriver-mainnet-${name}`)?.spec['ingress'];
    const tcp = (port: string) => ({ protocol: 'TCP', port });
    const labels = (name: string) => expect.objectContaining({ 'app.kubernetes.io/component': name }) as unknown;
    const component = (name: string) => ({ podSelector: { matchLabels: labels(name) } });
    expect(ingress('parser')).toEqual([]);
    expect(ingress('get-method-executor')).toEqual([{ from: [component('api-gateway')], ports: [tcp('http')] }]);
    expect(ingress('api-gateway')).toEqual([
      { from: [component('test')], ports: [tcp('health')] },
      { ports: [tcp('http')] },
    ]);
  });

  it('let every pod ask for names only where the servers of names are', () => {
    const namesRule = (...words: string[]): unknown => {
      const text = chartText(helm, [...medium, ...words, '--show-only', 'templates/network-policies.yaml']);
      const policy = manifestsOf(text).find(({ metadata }) => metadata.name === 'tonriver-default');
      return policy?.spec['egress'];
    };
    const both = (port: number) => ['UDP', 'TCP'].map((protocol) => ({ protocol, port }));
    const usual = {
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } },
      podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } },
    };
    expect(namesRule()).toEqual([{ to: [usual], ports: both(53) }]);
    const local = { ipBlock: { cidr: '169.254.20.10/32' } };
    const dns = JSON.stringify({ to: [usual, local], ports: [53, 5353] });
    expect(namesRule('--set-json', `networkPolicy.dns=${dns}`)).toEqual([
      { to: [usual, local], ports: [...both(53), ...both(5353)] },
    ]);
    for (const part of ['to', 'ports']) {
      const words = ['--set-json', `networkPolicy.dns.${part}=[]`];
      expect(chartRefusal(helm, [...medium, ...words])).toContain(`'/networkPolicy/dns/${part}'`);
    }
  });

  it('let nothing out to Redis where there is none', () => {
    const words = [...medium, ...set('redis.existingSecret=', 'redis.urlKey=', 'redis.cacheSecretKey=')];
    expect(chartText(helm, words)).not.toContain('port: 6380');
    expect(chartText(helm, [...words, '--set-json', 'networkPolicy.redis.ports=[]'])).not.toContain('port: 6379');
  });

  it('give both networks their part of the whole, from the example of addresses', () => {
    const { networks } = parse(readFileSync(exampleAddresses, 'utf8')) as { networks: { name: string }[] };
    expect(networks.map(({ name }) => name)).toEqual(['mainnet', 'testnet']);
  });
});

describePart('yamllint', 'yamllint', () => {
  it('finds nothing in k8s', () => {
    const options = { cwd: repositoryRoot, encoding: 'utf8' } as const;
    const { status, stdout } = spawnSync(toolFile('yamllint')!, ['--strict', 'k8s'], options);
    expect([stdout, status]).toEqual(['', 0]);
  });
});

/** Names of all values; a list counts as one, and so does what is empty. */
function valueNames(value: unknown, prefix: string): string[] {
  if (Array.isArray(value) && prefix === 'networks') return value.flatMap((item) => valueNames(item, `${prefix}[]`));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [prefix];
  const entries = Object.entries(value);
  const isOne = entries.length === 0 || /\.(requests|limits|settings)$/.test(prefix);
  const below = entries.flatMap(([name, inner]) => valueNames(inner, prefix === '' ? name : `${prefix}.${name}`));
  return isOne ? [prefix] : below;
}

/** A description at one service, or one server, holds for all. */
function pattern(name: string): string {
  return name
    .replace(/^services\.[a-z-]+\./, 'services.*.')
    .replace(/^migrate\./, 'services.*.')
    .replace(/^(tryOut|networkPolicy)\.(kafka|clickhouse|redis)\./, '$1.*.')
    .replace(/^networks\[\]\.(archive|initialStates)\./, 'networks[].archive.')
    .replace(/\.(requests|limits)$/, '');
}
