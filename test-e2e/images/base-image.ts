import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { node24Folder, onceAmongProcesses, repositoryRoot, temporaryDirectory, toolsFolder } from '@tonriver/testing';
import { outputOf } from '../kubernetes/run-tool.ts';
import type { ContainerStorage } from './container-storage.ts';

/** The newest of the major version that comes with Node 24. */
const NPM = 'npm@11.21.2';
/** Also those of a proxy through which this machine fetches packages. */
const AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt';
/** Of Debian: what the slim image has, and authorities to fetch packages with. */
const PARTS = ['--variant=minbase', '--include=ca-certificates'];
const DEBIAN = 'http://deb.debian.org/debian';

/** Name of the image on which the Dockerfile builds: `node:24.21.0-bookworm-slim`. */
function baseName(): string {
  const dockerfile = readFileSync(join(repositoryRoot, 'deploy', 'Dockerfile'), 'utf8');
  const [, name] = /^ARG NODE_IMAGE=(node:[\d.]+-[a-z]+-slim)$/m.exec(dockerfile) ?? [];
  if (name === undefined) throw new Error('deploy/Dockerfile names no image of Node on Debian');
  return name;
}

/**
 * Puts an image with what the Dockerfile takes from Node's: the same Debian, Node of the same version, npm. Node's own
 * image cannot be fetched without a registry. Made once per machine.
 */
export async function importBaseImage(storage: ContainerStorage): Promise<string> {
  const name = `localhost/${baseName()}`;
  const file = await baseFile();
  await storage.run('podman', 'import', '--change', `ENV NODE_EXTRA_CA_CERTS=${AUTHORITIES}`, file, name);
  return name;
}

async function baseFile(): Promise<string> {
  // Other parts, and other authorities of this machine, make another file.
  const recipe = createHash('sha256')
    .update([...PARTS, NPM].join())
    .update(readFileSync(AUTHORITIES));
  const folder = join(dirname(toolsFolder), 'images');
  const file = join(folder, `${baseName().replace(':', '-')}-${recipe.digest('hex').slice(0, 8)}.tar`);
  mkdirSync(folder, { recursive: true });
  await onceAmongProcesses(
    `${file}.lock`,
    () => existsSync(file),
    () => makeBase(file),
  );
  return file;
}

async function makeBase(file: string): Promise<void> {
  const scratch = temporaryDirectory();
  const tree = join(scratch.path, 'tree');
  const [, suite = ''] = /-([a-z]+)-slim$/.exec(baseName()) ?? [];
  try {
    await outputOf('debootstrap', [...PARTS, suite, tree, DEBIAN]);
    cpSync(join(await node24Folder(), 'node'), join(tree, 'usr/local/bin/node'));
    await outputOf('npm', ['install', '--global', '--no-audit', '--no-fund', '--prefix', join(tree, 'usr/local'), NPM]);
    copyFileSync(AUTHORITIES, join(tree, AUTHORITIES));
    const unfinished = `${file}.${process.pid}`;
    await outputOf('tar', [
      '-C',
      tree,
      '--exclude=./var/cache/apt/*',
      '--exclude=./var/lib/apt/*',
      '-cf',
      unfinished,
      '.',
    ]);
    renameSync(unfinished, file);
  } finally {
    scratch.remove();
  }
}
