import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { loadTestingConfig } from '../config.ts';
import { onceAmongProcesses } from '../process/once-among-processes.ts';
import { runProgram } from '../process/run-program.ts';
import { repositoryRoot } from '../repository-root.ts';

/** Programs written in Go, built from their published sources once per machine and version. */
interface GoTool {
  readonly version: string;
  /** Package of the program, as `go install` takes it. */
  readonly package: string;
  /** Variables that its own build sets. */
  readonly variables?: readonly string[];
}

/** From here on Go fetches the newer version of itself that a program asks for. */
const GO_MINOR_MIN = 21;
const helmVersion = 'v3.22.0';
/** Without this helm believes that Kubernetes is 1.20. */
const kubernetesMinor = '36';

const goTools = {
  helm: {
    version: helmVersion,
    package: 'helm.sh/helm/v3/cmd/helm',
    variables: [
      `helm.sh/helm/v3/internal/version.version=${helmVersion}`,
      ...['pkg/lint/rules.k8sVersion', 'pkg/chartutil.k8sVersion'].flatMap((name) => [
        `helm.sh/helm/v3/${name}Major=1`,
        `helm.sh/helm/v3/${name}Minor=${kubernetesMinor}`,
      ]),
    ],
  },
  kubeconform: { version: 'v0.8.0', package: 'github.com/yannh/kubeconform/cmd/kubeconform' },
  'kube-score': { version: 'v1.20.0', package: 'github.com/zegl/kube-score/cmd/kube-score' },
  kwok: { version: 'v0.8.0', package: 'sigs.k8s.io/kwok/cmd/kwok' },
} as const satisfies Readonly<Record<string, GoTool>>;

type GoToolName = keyof typeof goTools;

/** Where built tools are kept: outside of the repository, so that a fresh clone finds them. */
export const toolsFolder = join(homedir(), '.cache', 'tonriver-tools', 'bin');

/** The file of a built tool. Its name has the version, so that another one is built anew. */
function toolFile(name: GoToolName): string {
  return join(toolsFolder, `${name}-${goTools[name].version}`);
}

/** Returns why a tool is not available; undefined when it is built or can be. */
export function missingForGoTool(name: GoToolName): string | undefined {
  if (isProgram(toolFile(name)) || goMinor() >= GO_MINOR_MIN) return undefined;
  return `install Go 1.${GO_MINOR_MIN} or later (https://go.dev/dl)`;
}

/** Returns the file of a tool. The first call on a machine builds it, which takes minutes for a large one. */
export async function goTool(name: GoToolName): Promise<string> {
  const file = toolFile(name);
  await onceAmongProcesses(
    `${file}.lock`,
    () => isProgram(file),
    async () => {
      const { version, package: source, variables = [] }: GoTool = goTools[name];
      const unfinished = `${file}.${process.pid}`;
      await mkdir(unfinished, { recursive: true });
      const flags = ['-s', '-w', ...variables.map((variable) => `-X ${variable}`)].join(' ');
      const environment = [`GOBIN=${unfinished}`, 'CGO_ENABLED=0', 'GOTOOLCHAIN=auto'];
      const words = [goProgram() ?? 'go', 'install', '-trimpath', '-ldflags', flags, `${source}@${version}`];
      try {
        await runProgram('env', [...environment, ...words], repositoryRoot);
        await rename(join(unfinished, name), file);
      } finally {
        await rm(unfinished, { recursive: true, force: true });
      }
    },
  );
  return file;
}

function goMinor(): number {
  const go = goProgram();
  if (go === undefined) return 0;
  const { stdout } = spawnSync(go, ['version'], { encoding: 'utf8', timeout: 10_000 });
  return Number(/go1\.(\d+)/.exec(stdout)?.[1] ?? 0);
}

/** The program `go`, from `PATH`. */
export function goProgram(): string | undefined {
  return loadTestingConfig()
    .programFolders.map((folder) => join(folder, 'go'))
    .find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
