import { delimiter } from 'node:path';
import { loadCommandEnvironment, recordedDataSettings } from '@tonriver/config';
import { z } from 'zod';

/** Variables of Tonriver that tests read. */
export const testingEnvironment = z.object({
  ...recordedDataSettings,
  TONRIVER_TEST_PARTS: z
    .enum(['auto', 'docker', 'local'])
    .default('auto')
    .describe('auto: servers from programs of this machine, else from Docker; docker: only from Docker; local: never'),
  TONRIVER_CLICKHOUSE_URL: z
    .string()
    .optional()
    .describe('a ClickHouse server over which the tests of the store run as well'),
});

/** Everything that tests read from the environment. */
export interface TestingConfig {
  /** `CI=true`: a missing part is a failing test instead of a skipped one. */
  readonly isCi: boolean;
  /** `TONRIVER_DATA`: the folder of recorded data; `none` says that there is no such folder on purpose. */
  readonly recordedData: string | undefined;
  /**
   * `TONRIVER_TEST_PARTS`: `auto` starts servers from programs on this machine and falls back to Docker, `docker` uses
   * Docker only, `local` never does.
   */
  readonly parts: 'auto' | 'docker' | 'local';
  /** `PATH`: the folders in which programs are looked for. */
  readonly programFolders: readonly string[];
}

/**
 * Reads the environment at every call, so that a test may change it.
 *
 * @throws {ConfigError} for a variable of Tonriver that is misspelt or has a wrong value
 */
export function loadTestingConfig(environment: NodeJS.ProcessEnv = process.env): TestingConfig {
  const { TONRIVER_DATA, TONRIVER_TEST_PARTS } = loadCommandEnvironment(testingEnvironment, environment);
  return {
    isCi: environment['CI'] === 'true' || environment['CI'] === '1',
    recordedData: TONRIVER_DATA,
    parts: TONRIVER_TEST_PARTS,
    programFolders: (environment['PATH'] ?? '').split(delimiter),
  };
}
