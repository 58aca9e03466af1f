import { types } from 'node:util';
import { isRunning } from '@tonriver/lifecycle';
import type { RootDatabase } from 'lmdb';
import { logCorrupt } from './log-corrupt.ts';
import { EventLogError } from '@tonriver/stream';
import { type MetaKey, openValue, sealValue } from './sealed-value.ts';

/** What the main tree holds beside the tree of records. `owner`, `{ pid, born }`, is of programs before 0.2. */
const KINDS = ['topic', 'group', 'commit', 'format', 'owner'] as const;
/** The tree of records has an entry of its own. */
const TREES = 1;
/** Stores of this format have checksums everywhere. */
const FORMAT = 2;
const FORMAT_KEY: MetaKey = ['format'];
const OWNER_KEY: MetaKey = ['owner'];

/** Topics, groups and commits: few and small, each beside a checksum. */
export interface MetaEntries {
  /** Begun by a program that kept no checksums: what it wrote has none. */
  readonly isOldStore: boolean;
  put(key: MetaKey, value: unknown): Promise<void>;
  /** Values whose keys begin with a prefix. */
  below(prefix: MetaKey): readonly unknown[];
}

/** Also one of another realm, as where tests run: `instanceof` knows only those of its own. */
const isSyntaxError = (error: unknown): boolean => types.isNativeError(error) && error.name === 'SyntaxError';

/** Told of what is damaged by whoever examines a store: it is passed over then, and not thrown. */
export type OnDamage = (problem: string) => void;

/**
 * Opens the entries, and looks at each: one that is damaged, or that has a key which nobody wrote, would be passed over
 * later, and a group whose commit is passed over begins again at the oldest record.
 *
 * @throws {EventLogError} `store_corrupt`; `directory_held` while a process of an older program has the log
 */
export async function openMetaEntries(dependencies: {
  readonly root: RootDatabase<unknown, (string | number)[]>;
  readonly durable: (write: Promise<boolean>) => Promise<void>;
  /** There is no record: without a format the store is new, and not old. */
  readonly isEmpty: boolean;
  /** A new store is not given its format. */
  readonly isReadOnly: boolean;
  readonly onDamage?: OnDamage | undefined;
  readonly directory: string;
}): Promise<MetaEntries> {
  const { root, durable, isEmpty, isReadOnly, onDamage, directory } = dependencies;
  const fail = (what: string, cause?: unknown): EventLogError => logCorrupt(directory, what, cause);
  const rangeOf = (prefix: MetaKey) => ({ start: [...prefix], end: [...prefix, '\u{10ffff}'] });
  const complain = (what: string, cause?: unknown): void => {
    const error = fail(what, cause);
    if (onDamage === undefined) throw error;
    onDamage(error.message);
  };
  const keysBelow = (prefix: MetaKey): MetaKey[] => [...root.getKeys(rangeOf(prefix))].map((key) => [key].flat());
  /** Nothing for an entry that is damaged. */
  const open = (isOldStore: boolean, key: MetaKey): readonly unknown[] => {
    try {
      const value = openValue(key, root.get([...key]), { isOldStore });
      if (value !== undefined) return [value];
      complain(`its entry ${key.join(' ')} is not as it was written`);
    } catch (error) {
      if (!isSyntaxError(error)) throw error;
      complain(`its entry ${key.join(' ')} cannot be read`, error);
    }
    return [];
  };
  const entriesBelow = (isOldStore: boolean, prefix: MetaKey): readonly unknown[] =>
    keysBelow(prefix).flatMap((key) => open(isOldStore, key));
  const put = async (key: MetaKey, value: unknown): Promise<void> =>
    await durable(root.put([...key], sealValue(key, value)));

  // Older programs know nothing of the lock.
  const [holder] = entriesBelow(true, OWNER_KEY) as readonly { readonly pid: number; readonly born: string }[];
  if (holder !== undefined && isRunning(holder)) {
    const text = `Process ${holder.pid}, of an older version, has the event log in ${directory}`;
    throw new EventLogError('directory_held', text, { directory, pid: holder.pid });
  }
  if (holder !== undefined && !isReadOnly) await durable(root.remove([...OWNER_KEY]));

  const [format] = entriesBelow(true, FORMAT_KEY);
  const isNew = format === undefined && isEmpty && entriesBelow(true, ['topic']).length === 0;
  if (isNew && !isReadOnly) await put(FORMAT_KEY, FORMAT);
  else if (format !== undefined && format !== FORMAT) throw fail(`its format ${JSON.stringify(format)} is not known`);
  const isOldStore = !isNew && format === undefined;
  for (const kind of KINDS) entriesBelow(isOldStore || kind === 'owner', [kind]);
  const known = KINDS.reduce((count, kind) => count + keysBelow([kind]).length, 0);
  const { entryCount } = root.getStats() as { readonly entryCount?: number };
  if (known + TREES !== entryCount) complain('it has entries that nobody wrote');
  return { isOldStore, put, below: (prefix) => entriesBelow(isOldStore, prefix) };
}
