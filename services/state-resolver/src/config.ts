import { type StreamConfig, streamConfig, streamSettings } from '@tonriver/stream';
import { z } from 'zod';

const pathList = z.string().transform((text) => text.split(',').filter((path) => path !== ''));

/** Everything that the state-resolver can be told, as environment variables. */
export const stateResolverEnvironment = z.object({
  CELLS_DIRECTORY: z.string().describe('where the live cells are kept: a local disk that survives restarts'),
  INITIAL_STATES: pathList
    .default([])
    .describe('files or folders with zero states or full shard states (.boc), separated by commas'),
  ...streamSettings,
});

/** The state-resolver's settings, nested where they belong together. */
export interface StateResolverConfig extends StreamConfig {
  readonly cellsDirectory: string;
  readonly initialStates: readonly string[];
}

/** @throws {ChainModelError} when a private network is not described whole */
export function stateResolverConfig(environment: z.output<typeof stateResolverEnvironment>): StateResolverConfig {
  return Object.freeze({
    ...streamConfig(environment),
    cellsDirectory: environment.CELLS_DIRECTORY,
    initialStates: environment.INITIAL_STATES,
  });
}
