import { delimiter } from 'node:path';

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

/** Reads the environment at every call, so that a test may change it. */
export function loadTestingConfig(environment: NodeJS.ProcessEnv = process.env): TestingConfig {
  const parts = environment['TONRIVER_TEST_PARTS'];
  return {
    isCi: environment['CI'] === 'true' || environment['CI'] === '1',
    recordedData: environment['TONRIVER_DATA'] || undefined,
    parts: parts === 'docker' || parts === 'local' ? parts : 'auto',
    programFolders: (environment['PATH'] ?? '').split(delimiter),
  };
}
