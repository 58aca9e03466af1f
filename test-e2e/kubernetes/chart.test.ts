import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { settings } from '@tonriver/config/testing';
import { describePart, goTool, repositoryRoot } from '@tonriver/testing';
import {
  chartServices,
  chartText,
  everythingOn,
  type Manifest,
  manifestsOf,
  sizes,
  type Workload,
  workloadsOf,
} from './chart.ts';

const services = chartServices();
/** Programs that are no part of a deployment on real servers. */
// The chart indexes archives, which take no messages: nothing would be emulated.
const NOT_DISTRIBUTED = new Set(['standalone', 'clickhouse-http', 'devnet', 'message-emulator']);
const variants = Object.entries({ ...sizes, 'everything on': everythingOn });
/** Building helm takes minutes on a machine that has not done it before. */
const BUILD_MS = 15 * 60_000;

describe('files/services.yaml of the chart', () => {
  it('has every service of the distributed form', () => {
    const written = readdirSync(join(repositoryRoot, 'services')).filter(
      (name) => existsSync(join(repositoryRoot, 'services', name, 'src', 'main.ts')) && !NOT_DISTRIBUTED.has(name),
    );
    expect(Object.keys(services).toSorted()).toEqual(written.toSorted());
  });
});

describePart('helm', 'the chart', () => {
  const rendered = new Map<string, Manifest[]>();
  beforeAll(async () => {
    const helm = await goTool('helm');
    for (const [name, words] of variants) rendered.set(name, manifestsOf(chartText(helm, words)));
  }, BUILD_MS);

  const manifests = (name: string, kind?: string): Manifest[] =>
    rendered.get(name)!.filter((manifest) => kind === undefined || manifest.kind === kind);
  const workloads = (name: string): Workload[] => workloadsOf(manifests(name));
  const isOurs = ({ component }: Workload): boolean => component in services || component === 'migrate';

  describe.each(variants)('with the values "%s"', (name) => {
    it('makes every service and the migration once for each network', () => {
      const wanted = Object.entries(services).map(([component, { kind }]) => `${kind}/${component}`);
      const networks = name === 'small' ? ['mainnet'] : ['mainnet', 'testnet'];
      for (const network of networks) {
        const made = workloads(name)
          .filter((workload) => workload.network === network && isOurs(workload))
          .map(({ component, of }) => `${of.split('/')[0]}/${component}`);
        expect(made.toSorted()).toEqual([...wanted, 'Job/migrate'].toSorted());
      }
    });

    it('starts the program that each is named after', () => {
      for (const { component, spec } of workloads(name).filter(isOurs)) {
        expect([component, spec.containers[0].args]).toEqual([component, [component]]);
      }
    });

    it('gives no two objects one name', () => {
      const names = manifests(name).map(({ kind, metadata }) => `${kind}/${metadata.name}`);
      expect(names).toEqual([...new Set(names)]);
    });

    it('gives every pod what PodSecurity "restricted" demands, a read-only root, and no token', () => {
      for (const { of, spec } of workloads(name)) {
        expect([of, spec]).toEqual([
          of,
          expect.objectContaining({ automountServiceAccountToken: false, enableServiceLinks: false }),
        ]);
        expect([of, spec.securityContext]).toEqual([
          of,
          expect.objectContaining({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } }),
        ]);
        expect(Number(spec.securityContext['runAsUser'])).toBeGreaterThan(0);
        for (const field of ['hostNetwork', 'hostPID', 'hostIPC']) expect([of, spec[field]]).toEqual([of, undefined]);
        for (const { securityContext } of [...spec.containers, ...(spec.initContainers ?? [])]) {
          expect([of, securityContext]).toEqual([
            of,
            { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
          ]);
        }
        const kinds = (spec.volumes ?? []).flatMap((volume) => Object.keys(volume).filter((key) => key !== 'name'));
        const allowed = ['emptyDir', 'configMap', 'persistentVolumeClaim'];
        expect([of, kinds.filter((kind) => !allowed.includes(kind))]).toEqual([of, []]);
      }
    });

    it('gives every pod an account of its own without a token', () => {
      const accounts = manifests(name, 'ServiceAccount');
      for (const account of accounts) expect(account).toMatchObject({ automountServiceAccountToken: false });
      const names = accounts.map(({ metadata }) => metadata.name);
      for (const { of, spec } of workloads(name))
        expect([of, names]).toEqual([of, expect.arrayContaining([spec.serviceAccountName])]);
    });

    it('lets every service end by itself: it is killed later than SHUTDOWN_GRACE_MS', () => {
      for (const { component, spec } of workloads(name).filter((workload) => workload.component in services)) {
        const grace = spec.containers[0].env?.find((variable) => variable.name === 'SHUTDOWN_GRACE_MS');
        expect(Number(grace?.value)).toBeGreaterThan(0);
        const reserve = Number(spec.terminationGracePeriodSeconds) - Number(grace?.value) / 1000;
        expect([component, reserve >= 5]).toEqual([component, true]);
      }
    });

    it('asks every service whether it lives and whether it is ready, and bounds what every pod may use', () => {
      const ask = (path: string) => ({ httpGet: { path, port: 'health' } });
      for (const { component, spec } of workloads(name)) {
        const [container] = spec.containers;
        if (component in services) {
          expect(container).toMatchObject({
            startupProbe: ask('/live'),
            livenessProbe: ask('/live'),
            readinessProbe: ask('/ready'),
          });
        }
        expect(Object.keys(container.resources.requests)).toEqual(expect.arrayContaining(['cpu', 'memory']));
        expect(Object.keys(container.resources.limits)).toEqual(expect.arrayContaining(['memory']));
      }
    });

    it('keeps health and metrics on a port that has nothing else, the same in every pod', () => {
      for (const { component, of, spec } of workloads(name).filter((workload) => workload.component in services)) {
        const [{ env = [], ports }] = spec.containers;
        const variables = new Map(env.map((variable) => [variable.name, variable.value]));
        const own = ['HTTP_PORT', 'HTTP_HEALTH_PORT'].map((variable) => variables.get(variable));
        const health = { name: 'health', containerPort: 8090 };
        const isServer = services[component]!.isServer === true;
        expect([of, own, ports]).toEqual(
          isServer
            ? [of, ['8080', '8090'], [{ name: 'http', containerPort: 8080 }, health]]
            : [of, ['8090', undefined], [health]],
        );
      }
      const leads = JSON.stringify([manifests(name, 'Ingress'), manifests(name, 'HTTPRoute')]);
      expect(leads).not.toMatch(/health|8090/);
    });

    it('lets those that read metrics reach the port for health, and no other', () => {
      const monitoring = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } };
      for (const { component, network } of workloads(name).filter((workload) => workload.component in services)) {
        const policy = manifests(name, 'NetworkPolicy').find(
          ({ metadata }) => metadata.name === `tonriver-${network}-${component}`,
        );
        const rules = policy?.spec['ingress'] as readonly { readonly from?: readonly unknown[] }[];
        const theirs = rules.filter(({ from }) => JSON.stringify(from ?? []).includes('monitoring'));
        expect([component, theirs]).toEqual([
          component,
          [{ from: [monitoring], ports: [{ protocol: 'TCP', port: 'health' }] }],
        ]);
      }
    });

    it('gives every service only settings that it has, each once, and all that it requires', () => {
      for (const { component, of, spec } of workloads(name).filter(isOurs)) {
        const given = (spec.containers[0].env ?? []).map((variable) => variable.name);
        expect([of, given]).toEqual([of, [...new Set(given)]]);
        const own = settings.filter(({ programs }) => programs.includes(component));
        const known = [...own.map((setting) => setting.name), 'NODE_EXTRA_CA_CERTS'];
        expect([of, given.filter((variable) => !known.includes(variable))]).toEqual([of, []]);
        const required = own.filter(({ isRequired }) => isRequired).map((setting) => setting.name);
        expect(given).toEqual(expect.arrayContaining(required));
      }
    });

    it('takes users and secrets only from Secrets that exist', () => {
      const secrets = new Set(settings.filter(({ isSecret }) => isSecret).map((setting) => setting.name));
      const named = /PASSWORD|SECRET|USERNAME|CLICKHOUSE_USER$/;
      expect(manifests(name, 'Secret')).toEqual([]);
      for (const { of, spec } of workloads(name)) {
        for (const variable of spec.containers[0].env ?? []) {
          if (!secrets.has(variable.name) && !named.test(variable.name)) continue;
          expect([of, variable]).toEqual([of, { name: variable.name, valueFrom: expect.anything() }]);
        }
      }
    });

    it('keeps networks apart: name, labels, executor', () => {
      for (const { network, component, of, spec } of workloads(name).filter(isOurs)) {
        const variables = new Map(spec.containers[0].env?.map((variable) => [variable.name, variable.value]));
        expect([of, variables.get('NETWORK')]).toEqual([of, network]);
        expect(of).toContain(`/tonriver-${network}-`);
        if (component !== 'api-gateway') continue;
        expect(variables.get('GET_METHOD_EXECUTOR_URL')).toBe(`http://tonriver-${network}-get-method-executor:8080`);
      }
    });

    it('selects by every Service, budget and policy the pods of exactly one workload', () => {
      const selecting = ['Service', 'PodDisruptionBudget', 'NetworkPolicy', 'Deployment', 'StatefulSet'];
      for (const kind of selecting) {
        for (const { metadata, spec } of manifests(name, kind)) {
          if (metadata.name === 'tonriver-default') continue;
          const selected = workloads(name).filter(({ metadata: pod }) =>
            isSelected(selectorOf(kind, spec), pod.labels),
          );
          expect([kind, metadata.name, selected.length]).toEqual([kind, metadata.name, 1]);
        }
      }
    });

    it('gives every service and server a budget, and every pod a policy', () => {
      const covers = (kind: string, { metadata: pod }: Workload): boolean =>
        manifests(name, kind).some(
          ({ metadata, spec }) =>
            metadata.name !== 'tonriver-default' && isSelected(selectorOf(kind, spec), pod.labels),
        );
      for (const workload of workloads(name)) {
        const hasBudget = !['migrate', 'test'].includes(workload.component);
        expect([workload.of, covers('PodDisruptionBudget', workload)]).toEqual([workload.of, hasBudget]);
        expect([workload.of, covers('NetworkPolicy', workload)]).toEqual([workload.of, true]);
      }
    });

    it('gives an executor the memory of its threads, of a spare one, and of the process', () => {
      for (const { spec } of workloads(name).filter(({ component }) => component === 'get-method-executor')) {
        const variables = new Map(spec.containers[0].env?.map((variable) => [variable.name, variable.value]));
        const perThread = settings.find((setting) => setting.name === 'TVM_MEMORY_MB_MAX')?.default;
        const threads = Number(variables.get('TVM_WORKERS')) + 1;
        const needed = threads * Number(variables.get('TVM_MEMORY_MB_MAX') ?? perThread) + 256;
        expect(mebibytes(spec.containers[0].resources.limits['memory']!)).toBeGreaterThanOrEqual(needed);
      }
    });
  });

  it('replaces a process that must be alone only after it has ended, and others one by one', () => {
    for (const { metadata, spec } of manifests('medium', 'Deployment')) {
      const facts = services[metadata.labels['app.kubernetes.io/component'] ?? '']!;
      const alone = { replicas: 1, strategy: { type: 'Recreate' } };
      const several = { strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } } };
      expect(spec).toMatchObject(facts.isSingle === true ? alone : several);
    }
  });

  it('leaves the number of pods to an autoscaler where there is one', () => {
    const scaled = manifests('medium', 'HorizontalPodAutoscaler').map(({ metadata }) => metadata.name);
    expect(scaled).toHaveLength(4);
    for (const { metadata, spec } of manifests('medium', 'Deployment')) {
      expect([metadata.name, 'replicas' in spec]).toEqual([metadata.name, !scaled.includes(metadata.name)]);
    }
  });

  it('lets pods send only to the ports of their servers', () => {
    const policy = (name: string) =>
      manifests('medium', 'NetworkPolicy').find(({ metadata }) => metadata.name === name);
    const tcp = (port: number) => ({ ports: [{ protocol: 'TCP', port }] });
    expect(policy('tonriver-mainnet-parser')?.spec['egress']).toEqual([tcp(9093), tcp(8443)]);
    expect(policy('tonriver-mainnet-migrate')?.spec['egress']).toEqual([tcp(8443)]);
    expect(policy('tonriver-mainnet-get-method-executor')?.spec['egress']).toEqual([tcp(8443), tcp(6380)]);
    expect(policy('tonriver-default')?.spec).toMatchObject({ policyTypes: ['Ingress', 'Egress'] });
  });

  it('takes changes of one network only for that network', () => {
    const replicas = manifests('medium', 'Deployment')
      .filter(({ metadata }) => metadata.name.endsWith('-parser'))
      .map(({ metadata, spec }) => [metadata.name, spec['replicas']]);
    expect(replicas).toEqual([
      ['tonriver-mainnet-parser', 3],
      ['tonriver-testnet-parser', 1],
    ]);
  });

  it('runs the servers of a try-out from the images of deploy/compose.yml', () => {
    const compose = readFileSync(join(repositoryRoot, 'deploy', 'compose.yml'), 'utf8');
    const images = workloads('small')
      .filter(({ component }) => ['kafka', 'clickhouse', 'redis'].includes(component))
      .map(({ spec }) => spec.containers[0].image);
    expect(images).toHaveLength(3);
    for (const image of images) expect(compose).toContain(`image: ${image}`);
  });
});

type Labels = Readonly<Record<string, string>>;

function selectorOf(kind: string, spec: Manifest['spec']): Labels {
  if (kind === 'Service') return spec['selector'] as Labels;
  const selector = (kind === 'NetworkPolicy' ? spec['podSelector'] : spec['selector']) as {
    readonly matchLabels: Labels;
  };
  return selector.matchLabels;
}

function isSelected(selector: Labels, labels: Labels): boolean {
  return Object.entries(selector).every(([name, value]) => labels[name] === value);
}

function mebibytes(quantity: string): number {
  const [, number, unit] = /^(\d+)(Mi|Gi)$/.exec(quantity) ?? [];
  return Number(number) * (unit === 'Gi' ? 1024 : 1);
}
