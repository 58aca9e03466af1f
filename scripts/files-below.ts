import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Every file below some folders of the repository, from its root, with `/`; without installed and generated ones. */
export function filesBelow(root: string, folders: readonly string[]): string[] {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !/(^|\/)(node_modules|assembly)\//.test(path));
}
