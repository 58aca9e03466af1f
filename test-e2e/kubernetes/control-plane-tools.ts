import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { goProgram, goTool, temporaryDirectory, toolsFolder } from '@tonriver/testing';
import { outputOf } from './run-tool.ts';

const KUBERNETES = '1.36.3';
const ETCD = '3.6.16';
const GATEWAY_API = '1.4.0';

const file = (name: string, version: string): string => join(toolsFolder, `${name}-v${version}`);

/** Programs of a control plane, built from their published sources. They are kept under `~/.cache/tonriver-tools`. */
export const controlPlaneFiles = {
  etcd: file('etcd', ETCD),
  apiserver: file('kube-apiserver', KUBERNETES),
  controllerManager: file('kube-controller-manager', KUBERNETES),
  scheduler: file('kube-scheduler', KUBERNETES),
  kubectl: file('kubectl', KUBERNETES),
  /** The definition of HTTPRoute. */
  httpRoutes: `${file('httproutes', GATEWAY_API)}.yaml`,
} as const;

/** Names of the files that are not there yet. */
export function missingControlPlaneFiles(): string[] {
  return Object.values(controlPlaneFiles).filter((path) => !existsSync(path));
}

/** Builds what is missing, and says so: ten minutes of two processors for everything. */
export async function buildControlPlane(say: (line: string) => void): Promise<void> {
  mkdirSync(toolsFolder, { recursive: true });
  const isMissing = (...paths: readonly string[]): boolean => paths.some((path) => !existsSync(path));
  const { etcd, apiserver, controllerManager, scheduler, kubectl, httpRoutes } = controlPlaneFiles;
  const kubernetes: Readonly<Record<string, string>> = {
    'k8s.io/kubernetes/cmd/kube-apiserver': apiserver,
    'k8s.io/kubernetes/cmd/kube-controller-manager': controllerManager,
    'k8s.io/kubernetes/cmd/kube-scheduler': scheduler,
    'k8s.io/kubernetes/cmd/kubectl': kubectl,
  };
  if (isMissing(...Object.values(kubernetes))) {
    say(`Building Kubernetes ${KUBERNETES}`);
    const module = await kubernetesModule();
    await buildPrograms(module, kubernetes, kubernetesFlags());
  }
  if (isMissing(etcd)) {
    say(`Building etcd ${ETCD}`);
    await buildPrograms(etcdModule(), { 'go.etcd.io/etcd/server/v3': etcd }, []);
  }
  if (isMissing(httpRoutes)) {
    say(`Fetching the Gateway API ${GATEWAY_API}`);
    const folder = await moduleFolder(`sigs.k8s.io/gateway-api@v${GATEWAY_API}`);
    copyFileSync(join(folder, 'config/crd/standard/gateway.networking.k8s.io_httproutes.yaml'), httpRoutes);
  }
  for (const name of ['helm', 'kwok', 'kubeconform', 'kube-score'] as const) say(`${name}: ${await goTool(name)}`);
}

/** Name of a file in a module → its text. */
type GoModule = Readonly<Record<string, string>>;

/**
 * Kubernetes cannot be installed by `go install`, because its module replaces others by folders of its own. Here they
 * are replaced by the versions in which they are published.
 */
async function kubernetesModule(): Promise<GoModule> {
  const folder = await moduleFolder(`k8s.io/kubernetes@v${KUBERNETES}`);
  const own = readFileSync(join(folder, 'go.mod'), 'utf8');
  const go = /^go .*$/m.exec(own)?.[0] ?? '';
  const staged = [...own.matchAll(/^\s+(k8s\.io\/[a-z-]+) v0\.0\.0(?:\s|$)/gm)].map(([, name = '']) => name);
  const published = KUBERNETES.replace(/^1\./, 'v0.');
  const replaced = [...new Set(staged)].map((name) => `replace ${name} => ${name} ${published}`);
  const needed = [
    'cmd/kube-apiserver/app',
    'cmd/kube-controller-manager/app',
    'cmd/kube-scheduler/app',
    'pkg/apis/core',
  ];
  return {
    'go.mod': ['module built', go, `require k8s.io/kubernetes v${KUBERNETES}`, ...replaced].join('\n\n'),
    'built.go': importing(needed.map((path) => `k8s.io/kubernetes/${path}`)),
  };
}

function etcdModule(): GoModule {
  return {
    'go.mod': `module built\n\ngo 1.26\n\nrequire go.etcd.io/etcd/server/v3 v${ETCD}\n`,
    'built.go': importing(['go.etcd.io/etcd/server/v3/etcdmain']),
  };
}

function importing(packages: readonly string[]): string {
  return `package built\n\nimport (\n${packages.map((name) => `\t_ "${name}"`).join('\n')}\n)\n`;
}

/** The version that servers report; without it they would be 0.0.0. */
function kubernetesFlags(): string[] {
  const [, minor] = KUBERNETES.split('.');
  return ['k8s.io/component-base/version', 'k8s.io/client-go/pkg/version'].flatMap((name) => [
    `-X ${name}.gitVersion=v${KUBERNETES}`,
    `-X ${name}.gitMajor=1`,
    `-X ${name}.gitMinor=${minor}`,
    `-X ${name}.gitTreeState=clean`,
  ]);
}

async function buildPrograms(
  module: GoModule,
  programs: Readonly<Record<string, string>>,
  flags: readonly string[],
): Promise<void> {
  const folder = temporaryDirectory();
  try {
    for (const [name, text] of Object.entries(module)) writeFileSync(join(folder.path, name), text);
    await go(['mod', 'tidy', '-e'], folder.path);
    for (const [program, target] of Object.entries(programs)) {
      const words = ['build', '-mod=mod', '-trimpath', '-ldflags', ['-s', '-w', ...flags].join(' ')];
      await go([...words, '-o', target, program], folder.path);
    }
  } finally {
    folder.remove();
  }
}

/** Where Go keeps the sources of a module. */
async function moduleFolder(module: string): Promise<string> {
  const { Dir } = JSON.parse(await go(['mod', 'download', '-json', module], dirname(toolsFolder))) as { Dir: string };
  return Dir;
}

function go(words: readonly string[], folder: string): Promise<string> {
  const environment = { CGO_ENABLED: '0', GOFLAGS: '-buildvcs=false', GOTOOLCHAIN: 'auto' };
  return outputOf(goProgram() ?? 'go', words, { folder, environment });
}
