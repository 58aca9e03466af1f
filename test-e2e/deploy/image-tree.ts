import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import dockerignore from '@balena/dockerignore';
import { node24Folder, repositoryRoot, temporaryDirectory } from '@tonriver/testing';

/** A folder with what the image has under `/app`, made by the image's own steps, and the Node that runs it there. */
export interface ImageTree {
  readonly path: string;
  /** Every file that is not below a `node_modules`, by its path inside. */
  readonly files: readonly string[];
  /** `PATH` of the image: its Node first. */
  readonly programPath: string;
  remove(): void;
}

/**
 * Sends what Docker would send (`deploy/Dockerfile.dockerignore`) and runs the step that installs. What the step before
 * it fetches lies in pnpm's store already, where the tests' own installation put it: nothing is downloaded.
 */
export async function buildImageTree(): Promise<ImageTree> {
  const folder = temporaryDirectory();
  const programPath = [await node24Folder(), process.env['PATH']].join(':');
  for (const file of sentFiles()) {
    mkdirSync(dirname(join(folder.path, file)), { recursive: true });
    copyFileSync(join(repositoryRoot, file), join(folder.path, file));
  }
  const { status, stdout, stderr } = spawnSync('sh', ['-c', installStep()], {
    cwd: folder.path,
    encoding: 'utf8',
    env: { ...process.env, PATH: programPath },
  });
  if (status !== 0) throw new Error(`The image's installation failed:\n${stdout}\n${stderr}`);
  const files = filesBelow(folder.path, (directory) => directory === 'node_modules');
  return { path: folder.path, files, programPath, remove: () => folder.remove() };
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
