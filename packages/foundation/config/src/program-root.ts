import { resolve } from 'node:path';

/** The root of the repository, or of the image: where `package.json` lies, and `.data` when nothing else is told. */
export const programRoot: string = resolve(import.meta.dirname, '../../../..');
