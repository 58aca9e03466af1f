import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { BadRecordingError } from './bad-recording-error.ts';
import { bagBytes, isBagText, type RecordedPlace, textOf } from './recorded-values.ts';

/** A file that a recording names. Equal files have the same array. */
export interface NamedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Reads the files that recordings name, each once. */
export interface NamedFiles {
  /** @throws {BadRecordingError} `unreadable_path` when the file is not found */
  find(name: string, recording: string): NamedFile;
  /** Returns the dictionaries of libraries beside a file, or in a folder `config` above the recording. */
  dictionariesFor(recording: string, beside: string | null): readonly NamedFile[];
}

const LIBRARY_FILE = /librar.*\.boc$/;

/** @param folders to search for files, after the folders above the recording */
export function createNamedFiles(folders: readonly string[]): NamedFiles {
  const known = new Map<string, NamedFile>();
  const read = (path: string): NamedFile => {
    const file = known.get(path) ?? { path, bytes: new Uint8Array(readFileSync(path)) };
    known.set(path, file);
    return file;
  };
  const places = (recording: string): string[] => [...foldersAbove(recording), ...folders];
  return {
    find(name, recording) {
      const candidates = isAbsolute(name) ? [name] : places(recording).map((folder) => join(folder, name));
      const path = candidates.find(isFile);
      if (path !== undefined) return read(path);
      throw new BadRecordingError(
        'unreadable_path',
        `${recording} names ${name}, which is not in any folder above it`,
        {
          file: recording,
          path: name,
        },
      );
    },
    dictionariesFor(recording, beside) {
      const folder = beside === null ? undefined : dirname(beside);
      const configs = places(recording).map((above) => join(above, 'config'));
      const found = [...(folder === undefined ? [] : [folder]), ...configs.filter(isFolder)];
      const names = found.flatMap((place) =>
        readdirSync(place)
          .filter((name) => LIBRARY_FILE.test(name))
          .toSorted()
          .map((name) => join(place, name)),
      );
      return [...new Set(names)].map(read);
    },
  };
}

/** Returns the bytes in a member, or in the file that it names. */
export function bytesOrFile(
  value: unknown,
  place: RecordedPlace,
  files: NamedFiles,
): NamedFile | { readonly bytes: Uint8Array } {
  const text = textOf(value, place);
  return isBagText(text) || !/\.\w+$/.test(text) ? { bytes: bagBytes(text, place) } : files.find(text, place.file);
}

function foldersAbove(recording: string): string[] {
  const above: string[] = [];
  for (let folder = dirname(resolve(recording)); ; folder = dirname(folder)) {
    above.push(folder);
    if (folder === dirname(folder)) return above;
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
