import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { damaged } from './lmdb-file-error.ts';

/** The data file as pages, read one by one into memory: a file that ends too early is an error, never a signal. */
export interface PageFile {
  readonly path: string;
  readonly byteLength: number;
  /** Bytes from an offset on; throws `lmdb_damaged` when the file ends before. */
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
      if (length < into.length) throw damaged(path, `the file ends at byte ${byteLength}, inside of what it holds`);
    },
    close: () => closeSync(file),
  };
}
