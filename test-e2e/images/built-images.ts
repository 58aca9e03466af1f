import { readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { repositoryRoot } from '@tonriver/testing';
import { outputOf } from '../kubernetes/run-tool.ts';
import { importBaseImage } from './base-image.ts';
import type { ContainerStorage } from './container-storage.ts';

/** Names of both images. */
export interface BuiltImages {
  /** Without the embedded engine. */
  readonly services: string;
  /** All of it. */
  readonly engine: string;
}

/** What the images say as the commit that they are built from. */
export const BUILT_COMMIT = 'abcdef0';

const inDeploy = (name: string): string => join(repositoryRoot, 'deploy', name);

/**
 * Builds both targets of `deploy/Dockerfile` as an operator does, on a base of our own. The packages come from the
 * store to which the tests' own installation fetched them, so that nothing large is downloaded.
 */
export async function buildImages(storage: ContainerStorage): Promise<BuiltImages> {
  const base = await importBaseImage(storage);
  const stores = [...mount(await storeFolder(), '/root/.local/share/pnpm/store'), ...mount(npmCache(), '/root/.npm')];
  const policy = join(storage.path, 'policy.json');
  writeFileSync(policy, JSON.stringify({ default: [{ type: 'insecureAcceptAnything' }] }));
  const build = async (target: keyof BuiltImages): Promise<string> => {
    const name = `localhost/tonriver-${target}:test`;
    const files = ['--file', inDeploy('Dockerfile'), '--ignorefile', inDeploy('Dockerfile.dockerignore')];
    const builder = [
      'bud',
      '--isolation',
      'chroot',
      '--pull-never',
      '--signature-policy',
      policy,
      '--format',
      'docker',
    ];
    const inputs = ['--build-arg', `NODE_IMAGE=${base}`, '--build-arg', `TONRIVER_COMMIT=${BUILT_COMMIT}`];
    const output = ['--target', target, '--tag', name, repositoryRoot];
    await storage.run('buildah', ...builder, ...files, ...stores, ...inputs, ...output);
    return name;
  };
  const [services, engine] = await Promise.all([build('services'), build('engine')]);
  return { services, engine };
}

/** Where pnpm keeps packages on this machine. */
async function storeFolder(): Promise<string> {
  const { packageManager } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as {
    readonly packageManager: string;
  };
  const words = ['--yes', packageManager, 'store', 'path'];
  return dirname((await outputOf('npx', words, { folder: repositoryRoot })).trim());
}

const npmCache = (): string => join(homedir(), '.npm');

/** A folder of this machine during the build; what is written there is thrown away. */
function mount(folder: string, target: string): string[] {
  return ['--volume', `${folder}:${target}:O`];
}
