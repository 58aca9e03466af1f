import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import dockerignore from '@balena/dockerignore';
import { node24Folder, repositoryRoot, temporaryDirectory } from '@tonriver/testing';

/** A folder with an image's `/app`, made by the Dockerfile's own steps, and the Node that runs it there. */
export interface ImageTree {
  readonly path: string;
  /** Every file that is not below a `node_modules`, by its path inside. */
  readonly files: readonly string[];
  /** `PATH` of the image: its Node first. */
  readonly programPath: string;
}

/** The trees of both images. */
export interface ImageTrees {
  /** Without the embedded engine. */
  readonly services: ImageTree;
  /** All of it. */
  readonly engine: ImageTree;
  remove(): void;
}

/**
 * Sends what Docker would send (`deploy/Dockerfile.dockerignore`) and runs the steps that install and that separate the
 * engine. What the step before them fetches lies in pnpm's store already, where the tests' own installation put it:
 * nothing is downloaded.
 */
export async function buildImageTrees(): Promise<ImageTrees> {
  const folder = temporaryDirectory();
  const [services, moved, engine] = ['services', 'moved', 'engine'].map((name) => join(folder.path, name));
  const programPath = [await node24Folder(), process.env['PATH']].join(':');
  const run = (command: string): void => {
    const environment = { ...process.env, PATH: programPath };
    const options = { cwd: services!, encoding: 'utf8', env: environment } as const;
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], options);
    if (status !== 0) throw new Error(`A step of the image failed: ${command}\n${stdout}\n${stderr}`);
  };
  for (const file of sentFiles()) {
    mkdirSync(dirname(join(services!, file)), { recursive: true });
    copyFileSync(join(repositoryRoot, file), join(services!, file));
  }
  run(installStep());
  run(`sh deploy/separate-engine.sh ${services} ${moved}`);
  // The image with the engine has one folder laid over the other.
  run(`cp -al ${services} ${engine} && cp -al ${moved}/. ${engine}`);
  const treeOf = (path: string): ImageTree => {
    return { path, files: filesBelow(path, (directory) => directory === 'node_modules'), programPath };
  };
  return { services: treeOf(services!), engine: treeOf(engine!), remove: () => folder.remove() };
}

/** The context of the build, as Docker reads its ignore file. */
function sentFiles(): string[] {
  const ignored = dockerignore
    .default()
    .add(readFileSync(join(repositoryRoot, 'deploy', 'Dockerfile.dockerignore'), 'utf8'));
  // Folders that no pattern can bring back, and that would take long to walk through.
  const isLeftOut = (name: string): boolean => ['node_modules', '.git', '.cache', '.data'].includes(name);
  return filesBelow(repositoryRoot, isLeftOut).filter((file) => !ignored.ignores(file));
}

/** The step of the Dockerfile that installs, as a shell command. */
function installStep(): string {
  const dockerfile = readFileSync(join(repositoryRoot, 'deploy', 'Dockerfile'), 'utf8').replaceAll('\\\n', ' ');
  const [step, ...others] = [...dockerfile.matchAll(/^RUN (.*\bpnpm@\S+ install .*)$/gm)].map(
    ([, command = '']) => command,
  );
  if (step === undefined || others.length > 0) throw new Error('The Dockerfile has not one step that installs');
  return step;
}

function filesBelow(root: string, isLeftOut: (name: string) => boolean): string[] {
  const walk = (directory: string): string[] =>
    readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) return isLeftOut(entry.name) ? [] : walk(path);
      return entry.isFile() ? [relative(root, path).split(sep).join('/')] : [];
    });
  return walk(root);
}
