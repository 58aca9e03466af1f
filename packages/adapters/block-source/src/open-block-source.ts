import { delimiter } from 'node:path';
import { ConfigError, switchSetting } from '@tonriver/config';
import type { BlockSource } from '@tonriver/chain-source';
import type { Logger } from '@tonriver/logger';
import { z } from 'zod';
import { followArchive } from './archive/follow-archive.ts';
import { openArchive } from './archive/open-archive.ts';
import { followDevnet } from './devnet/follow-devnet.ts';

/** The source to open. A new kind of source is added here, and callers of `openBlockSource` stay as they are. */
export type BlockSourceConfig =
  | {
      readonly kind: 'archive';
      /** Files and folders. */
      readonly paths: readonly string[];
      /** True to go on when files are added. */
      readonly follow: boolean;
    }
  /** A devnet, by the address of its port. */
  | { readonly kind: 'devnet'; readonly url: string };

/** Environment variables of the source of blocks, to spread into a service's own schema. */
export const blockSourceSettings = {
  SOURCE: z.enum(['archive', 'devnet']).default('archive').describe('where blocks come from: archive or devnet'),
  ARCHIVE_PATHS: z
    .string()
    .transform((text) => text.split(delimiter).filter((path) => path !== ''))
    .pipe(z.array(z.string()).min(1))
    .optional()
    .describe(`archive: folders of .boc files and node archive packages, separated by "${delimiter}"`),
  FOLLOW: switchSetting.default(false).describe('archive: goes on when files are added to its folders'),
  DEVNET_URL: z
    .url({ protocol: /^https?$/, error: 'http://host:port or https://host:port' })
    .optional()
    .describe('devnet: HTTP address of its port'),
};

const blockSourceEnvironment = z.object(blockSourceSettings);

/** @throws {ConfigError} when the source lacks a setting, or has one of another source */
export function blockSourceConfig(environment: z.output<typeof blockSourceEnvironment>): BlockSourceConfig {
  const { SOURCE: kind, ARCHIVE_PATHS: paths, FOLLOW: follow, DEVNET_URL: url } = environment;
  const refuse = (problem: string): ConfigError =>
    new ConfigError('bad_config', `The configuration is wrong:\n  ${problem}`);
  switch (kind) {
    case 'archive':
      if (paths === undefined) throw refuse('ARCHIVE_PATHS: is required for SOURCE=archive');
      if (url !== undefined) throw refuse('DEVNET_URL: is for SOURCE=devnet');
      return { kind, paths, follow };
    case 'devnet':
      if (url === undefined) throw refuse('DEVNET_URL: is required for SOURCE=devnet');
      if (paths !== undefined || follow) throw refuse('ARCHIVE_PATHS and FOLLOW are for SOURCE=archive');
      return { kind, url };
  }
}

/** @throws {BlockSourceError} when the source cannot be opened */
export async function openBlockSource(
  config: BlockSourceConfig,
  options: { readonly logger: Logger; readonly onFile?: (filesDone: number, filesTotal: number) => void },
): Promise<BlockSource> {
  if (config.kind === 'devnet') return await followDevnet({ url: config.url, logger: options.logger });
  const { paths, follow } = config;
  return follow ? await followArchive({ ...options, paths }) : await openArchive({ ...options, paths });
}
