import { delimiter } from 'node:path';
import { switchSetting } from '@tonriver/config';
import type { BlockSource } from '@tonriver/chain-source';
import type { Logger } from '@tonriver/logger';
import { z } from 'zod';
import { followArchive } from './archive/follow-archive.ts';
import { openArchive } from './archive/open-archive.ts';

/** The source to open. A new kind of source is added here, and callers of `openBlockSource` stay as they are. */
export interface BlockSourceConfig {
  readonly kind: 'archive';
  /** Files and folders. */
  readonly paths: readonly string[];
  /** True to go on when files are added. */
  readonly follow: boolean;
}

/** Environment variables of the source of blocks, to spread into a service's own schema. */
export const blockSourceSettings = {
  SOURCE: z.enum(['archive']).default('archive').describe('where blocks come from: archive'),
  ARCHIVE_PATHS: z
    .string()
    .transform((text) => text.split(delimiter).filter((path) => path !== ''))
    .pipe(z.array(z.string()).min(1))
    .describe(`folders of .boc files and node archive packages, separated by "${delimiter}"`),
  FOLLOW: switchSetting.default(false).describe('archive: goes on when files are added to its folders'),
};

const blockSourceEnvironment = z.object(blockSourceSettings);

export function blockSourceConfig(environment: z.output<typeof blockSourceEnvironment>): BlockSourceConfig {
  return { kind: environment.SOURCE, paths: environment.ARCHIVE_PATHS, follow: environment.FOLLOW };
}

/** @throws {BlockSourceError} when the source cannot be opened */
export async function openBlockSource(
  { paths, follow }: BlockSourceConfig,
  options: { readonly logger: Logger; readonly onFile?: (filesDone: number, filesTotal: number) => void },
): Promise<BlockSource> {
  return follow ? await followArchive({ ...options, paths }) : await openArchive({ ...options, paths });
}
