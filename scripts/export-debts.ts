// Where exports that nobody imports are still allowed. The list only shrinks: a folder with none left is refused.

/** Folder → why it is not done yet. */
export const EXPORT_DEBTS: Readonly<Record<string, string>> = Object.fromEntries(
  ['packages/adapters/clickhouse'].map((folder) => [
    folder,
    'is being rebuilt; its exports are tidied when that is done',
  ]),
);
