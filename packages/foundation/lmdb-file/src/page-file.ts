import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { damaged } from './lmdb-file-error.ts';

/** Reads the data file page by page into memory. A file that ends too early gives an error instead of a signal. */
export interface PageFile {
  readonly path: string;
  readonly byteLength: number;
  /** Fills `into` with the bytes from an offset on. Throws `lmdb_damaged` when the file ends too early. */
  read(offset: number, into: Buffer): void;
  close(): void;
}

export function openPageFile(path: string): PageFile {
  const file = openSync(path, 'r');
  const byteLength = fstatSync(file).size;
  return {
    path,
    byteLength,
    read(offset, into) {
      const length = readSync(file, into, 0, into.length, offset);
      if (length < into.length)
        throw damaged(path, `the file ends at byte ${byteLength}, before the end of its contents`);
    },
    close: () => closeSync(file),
  };
}
