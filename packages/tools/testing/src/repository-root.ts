import { resolve } from 'node:path';

/** The root of the repository, as an absolute path. */
export const repositoryRoot: string = resolve(import.meta.dirname, '../../../..');
