// Where the packages of this repository lie. A library says its layer by the folder that it lies in.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The layers of `packages/`, the lowest first. */
const LAYERS = ['foundation', 'domain', 'flow', 'rows', 'reading', 'adapters', 'tools'] as const;
export type Layer = (typeof LAYERS)[number];

/** One package of the workspace. */
export interface Member {
  /** From the root of the repository: `packages/domain/boc`, `services/parser`, `bench`. */
  readonly folder: string;
  readonly area: 'packages' | 'services' | 'bench' | 'test-e2e';
  /** Only packages below `packages/` have a layer. */
  readonly layer: Layer | undefined;
  /** The folder's own name, which is the name of the package without its scope. */
  readonly name: string;
}

/** Every folder of the workspace that has a manifest, in a stable order. */
export function workspaceMembers(root: string): Member[] {
  const libraries = LAYERS.flatMap((layer) =>
    foldersOf(root, join('packages', layer)).map((name): Member => {
      return { folder: `packages/${layer}/${name}`, area: 'packages', layer, name };
    }),
  );
  const services = foldersOf(root, 'services').map((name): Member => {
    return { folder: `services/${name}`, area: 'services', layer: undefined, name };
  });
  const single = (['bench', 'test-e2e'] as const).map((name): Member => {
    return { folder: name, area: name, layer: undefined, name };
  });
  return [...libraries, ...services, ...single].filter(({ folder }) => hasManifest(root, folder));
}

/** Returns a line per folder below `packages/` that is not a layer: no rule would check the packages in it. */
export function misplacedFolders(root: string): string[] {
  return (
    foldersOf(root, 'packages')
      .filter((name) => !LAYERS.some((layer) => layer === name))
      // A folder with nothing but `node_modules` is what an install left where a package was before.
      .filter((name) => readdirSync(join(root, 'packages', name)).some((entry) => entry !== 'node_modules'))
      .map((name) => `packages/${name}: is no layer; a package lies in packages/{${LAYERS.join(',')}}/<name>`)
  );
}

/** The member that holds a file (a path from the root, with `/`). */
export function memberOf(members: readonly Member[], file: string): Member | undefined {
  return members.find(({ folder }) => file.startsWith(`${folder}/`));
}

function foldersOf(root: string, area: string): string[] {
  if (!existsSync(join(root, area))) return [];
  return readdirSync(join(root, area), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map((entry) => entry.name)
    .toSorted();
}

function hasManifest(root: string, folder: string): boolean {
  return existsSync(join(root, folder, 'package.json'));
}
