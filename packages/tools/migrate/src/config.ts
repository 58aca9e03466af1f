import {
  type ClickHouseAddress,
  clickHouseOptions,
  clickHouseSettings,
  networkSettings,
  processSettings,
} from '@tonriver/config';
import type { LogLevel } from '@tonriver/logger';
import { z } from 'zod';

/** The settings of the command, as environment variables: those with which services find ClickHouse. */
export const migrateEnvironment = z.object({
  NETWORK: networkSettings.NETWORK,
  ...clickHouseSettings,
  LOG_LEVEL: processSettings.LOG_LEVEL,
});

export interface MigrateConfig {
  readonly clickHouse: ClickHouseAddress;
  readonly logLevel: LogLevel;
}

export function migrateConfig(environment: z.output<typeof migrateEnvironment>): MigrateConfig {
  return { clickHouse: clickHouseOptions(environment), logLevel: environment.LOG_LEVEL };
}
