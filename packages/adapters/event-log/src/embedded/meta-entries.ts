import { types } from 'node:util';
import { isRunning } from '@tonriver/lifecycle';
import type { RootDatabase } from 'lmdb';
import { corruptLogError } from './corrupt-log-error.ts';
import { EventLogError } from '@tonriver/stream';
import { type MetaKey, checkedValue, withChecksum } from './checksummed-value.ts';
import type { AwaitWrite } from './record-tree.ts';

/** Kinds of entries in the main tree. Programs before 0.2 wrote `owner`, which is `{ pid, born }`. */
const KINDS = ['topic', 'group', 'commit', 'format', 'owner'] as const;
/** The main tree also has one entry for the tree of records. */
const TREE_ENTRIES = 1;
/** In a store of this format every entry has a checksum. */
const FORMAT = 2;
const FORMAT_KEY: MetaKey = ['format'];
const OWNER_KEY: MetaKey = ['owner'];

/** The topics, groups and commits of the store. They are few and small, and each has a checksum. */
export interface MetaEntries {
  /** True when a program without checksums created the store: its entries have none. */
  readonly isOldStore: boolean;
  put(key: MetaKey, value: unknown): Promise<void>;
  /** Returns the values whose keys begin with a prefix. */
  values(prefix: MetaKey): readonly unknown[];
}

/** `instanceof` does not recognise errors of another realm, which Jest's are. */
const isSyntaxError = (error: unknown): boolean => types.isNativeError(error) && error.name === 'SyntaxError';

/** Called with each damaged entry, which is then left out. */
export type OnDamage = (problem: string) => void;

/**
 * Opens the entries and checks all of them, because later reads would leave a damaged one out: a group without its
 * commit starts again from the oldest record.
 *
 * @throws {EventLogError} `store_corrupt`; `directory_held` while a process of an older program has the log
 */
export async function openMetaEntries(dependencies: {
  readonly root: RootDatabase<unknown, (string | number)[]>;
  readonly awaitWrite: AwaitWrite;
  /** True when the store has no record: without a format it is then new, and not old. */
  readonly isEmpty: boolean;
  /** Nothing is written, not even the format of a new store. */
  readonly isReadOnly: boolean;
  readonly onDamage?: OnDamage | undefined;
  readonly directory: string;
}): Promise<MetaEntries> {
  const { root, awaitWrite, isEmpty, isReadOnly, onDamage, directory } = dependencies;
  const rangeOf = (prefix: MetaKey) => ({ start: [...prefix], end: [...prefix, '\u{10ffff}'] });
  const reportDamage = (what: string, cause?: unknown): void => {
    const error = corruptLogError(directory, what, cause);
    if (onDamage === undefined) throw error;
    onDamage(error.message);
  };
  const keysWith = (prefix: MetaKey): MetaKey[] => [...root.getKeys(rangeOf(prefix))].map((key) => [key].flat());
  /** Returns the value in a list, or an empty list for a damaged entry. */
  const read = (isOldStore: boolean, key: MetaKey): readonly unknown[] => {
    try {
      const value = checkedValue(key, root.get([...key]), { isOldStore });
      if (value !== undefined) return [value];
      reportDamage(`its entry ${key.join(' ')} is not as it was written`);
    } catch (error) {
      if (!isSyntaxError(error)) throw error;
      reportDamage(`its entry ${key.join(' ')} cannot be read`, error);
    }
    return [];
  };
  const valuesWith = (isOldStore: boolean, prefix: MetaKey): readonly unknown[] =>
    keysWith(prefix).flatMap((key) => read(isOldStore, key));
  const put = async (key: MetaKey, value: unknown): Promise<void> =>
    await awaitWrite(root.put([...key], withChecksum(key, value)));

  // Older programs do not lock the directory.
  const [holder] = valuesWith(true, OWNER_KEY) as readonly { readonly pid: number; readonly born: string }[];
  if (holder !== undefined && isRunning(holder)) {
    const text = `Process ${holder.pid}, of an older version, has the event log in ${directory}`;
    throw new EventLogError('directory_held', text, { directory, pid: holder.pid });
  }
  if (holder !== undefined && !isReadOnly) await awaitWrite(root.remove([...OWNER_KEY]));

  const [format] = valuesWith(true, FORMAT_KEY);
  const isNew = format === undefined && isEmpty && valuesWith(true, ['topic']).length === 0;
  if (isNew && !isReadOnly) await put(FORMAT_KEY, FORMAT);
  else if (format !== undefined && format !== FORMAT)
    throw corruptLogError(directory, `its format ${JSON.stringify(format)} is not known`);
  const isOldStore = !isNew && format === undefined;
  for (const kind of KINDS) valuesWith(isOldStore || kind === 'owner', [kind]);
  const known = KINDS.reduce((count, kind) => count + keysWith([kind]).length, 0);
  const { entryCount } = root.getStats() as { readonly entryCount?: number };
  if (known + TREE_ENTRIES !== entryCount) reportDamage('it has entries that no program wrote');
  return { isOldStore, put, values: (prefix) => valuesWith(isOldStore, prefix) };
}
