import { resolve } from 'node:path';

/**
 * The root of the repository or of the image. `package.json` is here, and so is `.data` unless a setting says
 * otherwise.
 */
export const programRoot: string = resolve(import.meta.dirname, '../../../..');
