import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { repositoryRoot, temporaryDirectory } from '@tonriver/testing';
import { parse } from 'yaml';

/** The command with which operators make the list, as deploy/README.md has it. */
const COMMAND = 'sbom --prod --lockfile-only --sbom-format cyclonedx --out';

interface Component {
  readonly type: string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly 'bom-ref': string;
}

interface PackageList {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly serialNumber: string;
  readonly version: number;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

/** Names with versions, by name; in the lock file the versions of a workspace package are `link:…`. */
type Versions = Readonly<Record<string, string | { readonly version: string }>>;

interface Needs {
  readonly dependencies?: Versions;
  readonly optionalDependencies?: Versions;
  readonly devDependencies?: Versions;
}

interface LockFile {
  readonly importers: Readonly<Record<string, Needs>>;
  readonly packages: Readonly<Record<string, { readonly peerDependenciesMeta?: Readonly<Record<string, unknown>> }>>;
  readonly snapshots: Readonly<Record<string, Needs>>;
}

const read = (...parts: readonly string[]): string => readFileSync(join(repositoryRoot, ...parts), 'utf8');

/** Behind a version the lock file names in brackets what the package was put together with. */
const withoutPeers = (key: string): string => key.replace(/\(.*$/, '');

/** Keys in the lock file of the packages from a registry among these. */
function keysOf(lock: LockFile, versions: Versions = {}): string[] {
  return Object.entries(versions).flatMap(([name, wanted]) => {
    const version = typeof wanted === 'string' ? wanted : wanted.version;
    if (version.startsWith('link:')) return [];
    // An alias is followed by the package that it stands for.
    return `${name}@${version}` in lock.snapshots ? [`${name}@${version}`] : [version];
  });
}

/**
 * `name@version` of all packages that programs need, and that those need in turn. Some work together with others if
 * these are there; they do not bring along a tool of development, such as a test runner.
 */
function shippedPackages(lock: LockFile, tools: ReadonlySet<string>): Set<string> {
  const members = Object.values(lock.importers);
  const found = new Set(
    members.flatMap((needs) => keysOf(lock, { ...needs.dependencies, ...needs.optionalDependencies })),
  );
  // A loop over a set also visits entries that are added meanwhile: it ends when no new one is added.
  for (const key of found) {
    const { dependencies, optionalDependencies } = lock.snapshots[key] ?? {};
    const { peerDependenciesMeta: peers = {} } = lock.packages[withoutPeers(key)] ?? {};
    for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies })) {
      if (!(name in peers && tools.has(name))) for (const other of keysOf(lock, { [name]: version })) found.add(other);
    }
  }
  return new Set([...found].map(withoutPeers));
}

describe('the list of packages in the images (SBOM)', () => {
  const folder = temporaryDirectory();
  const lock = parse(read('pnpm-lock.yaml')) as LockFile;
  const tools = new Set(Object.values(lock.importers).flatMap((needs) => Object.keys(needs.devDependencies ?? {})));
  const shipped = shippedPackages(lock, tools);
  let list: PackageList;
  let named: Set<string>;
  beforeAll(() => {
    const { packageManager } = JSON.parse(read('package.json')) as { readonly packageManager: string };
    const file = join(folder.path, 'sbom.json');
    const words = ['--yes', packageManager, ...COMMAND.split(' '), file];
    const { status, stderr } = spawnSync('npx', words, { cwd: repositoryRoot, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    list = JSON.parse(readFileSync(file, 'utf8')) as PackageList;
    const external = list.components.filter(({ purl }) => !purl.startsWith('pkg:npm/%40tonriver/'));
    named = new Set(external.map(({ purl }) => decodeURIComponent(purl.slice('pkg:npm/'.length))));
  }, 120_000);
  afterAll(() => folder.remove());

  it('is made by the command that deploy/README.md has', () => {
    expect(read('deploy', 'README.md')).toContain(`${COMMAND} sbom.json`);
  });

  it('has the form of CycloneDX: every package once, with version and address, and only known ones are referred to', () => {
    expect(list).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.7', version: 1 });
    expect(list.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    for (const component of list.components) {
      expect(component).toMatchObject({
        type: 'library',
        name: expect.stringMatching(/./),
        version: expect.stringMatching(/^\d/),
      });
      expect(component.purl).toBe(component['bom-ref']);
      expect(component.purl).toMatch(/^pkg:npm\/[^@]+@[^@]+$/);
    }
    const known = [list.metadata.component, ...list.components].map((component) => component['bom-ref']);
    expect(known).toEqual([...new Set(known)]);
    for (const { ref, dependsOn = [] } of list.dependencies) {
      expect(known).toContain(ref);
      expect(known).toEqual(expect.arrayContaining([...dependsOn]));
    }
  });

  it('names every package that a program runs with, by the lock file, and no other', () => {
    expect(shipped.size).toBeGreaterThan(100);
    expect([...named].toSorted()).toEqual([...shipped].toSorted());
  });

  it('names no tool of tests and development', () => {
    const names = new Set([...named].map((name) => name.slice(0, name.lastIndexOf('@'))));
    for (const name of ['jest', 'testcontainers', 'yaml', 'typescript']) {
      expect([name, tools.has(name), names.has(name)]).toEqual([name, true, false]);
    }
  });
});
