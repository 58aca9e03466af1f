import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { birthOf } from '@tonriver/lifecycle/testing';
import { type TemporaryDirectory, temporaryDirectory } from '@tonriver/testing';

export interface OlderProgramSuite {
  /** The store in the title, such as "a cell store". */
  readonly name: string;
  /** Writes a store as programs before 0.2 did: an entry names the process that holds it. */
  readonly writeStore: (directory: string, holder: { readonly pid: number; readonly born: string }) => Promise<void>;
  readonly open: (directory: string) => Promise<{ close(): Promise<void> }>;
  /** Returns the entry that names the process, undefined when there is none. */
  readonly readHolder: (directory: string) => Promise<unknown>;
}

/** Checks that a store of an older program, which did not lock its directory, is not opened while that one runs. */
export function describeOlderProgram({ name, writeStore, open, readHolder }: OlderProgramSuite): void {
  describe(`${name} of an older program`, () => {
    let folder: TemporaryDirectory;
    beforeEach(() => {
      folder = temporaryDirectory();
    });
    afterEach(() => folder.remove());

    it('is not opened while its process runs', async () => {
      await writeStore(folder.path, { pid: process.pid, born: birthOf(process.pid) });
      await expect(open(folder.path)).rejects.toMatchObject({ code: 'directory_held', fields: { pid: process.pid } });
    });

    it('is opened, and forgets its process, when another process has the pid', async () => {
      await writeStore(folder.path, { pid: process.pid, born: 'another boot:1' });
      await (await open(folder.path)).close();
      expect(await readHolder(folder.path)).toBeUndefined();
    });
  });
}
