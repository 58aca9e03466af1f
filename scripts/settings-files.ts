// The files that `npm run settings` writes.
import { programVariables } from './settings-programs.ts';
import { settingRows, settingsDocument, settingsModule } from './settings-table.ts';

/** File, from the root of the repository → its text. */
export function settingsFiles(): ReadonlyMap<string, string> {
  const rows = settingRows(programVariables());
  return new Map([
    ['packages/foundation/config/src/generated/settings.ts', settingsModule(rows)],
    ['docs/SETTINGS.md', settingsDocument(rows)],
  ]);
}
