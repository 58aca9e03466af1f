import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { z } from 'zod';
import { RecordingError } from './recording-error.ts';

/** Folders below a given one that are looked into. */
const folderDepthMax = 4;

/** Files that recordings name, each read once: equal paths give the same array, which the TVM's pool recognises. */
export interface RecordingFiles {
  /** A file named by a recording: relative to it, or to any folder above it (`config/…` below the data folder). */
  bytes(name: string, recording: string): Uint8Array;
}

export function createRecordingFiles(): RecordingFiles {
  const known = new Map<string, Uint8Array>();
  return {
    bytes: (name, recording) => {
      const path = find(name, dirname(resolve(recording)));
      const bytes = known.get(path) ?? new Uint8Array(readFileOf(path));
      known.set(path, bytes);
      return bytes;
    },
  };
}

function find(name: string, folder: string): string {
  for (let above = folder; ; above = dirname(above)) {
    const path = join(above, name);
    if (existsSync(path)) return path;
    if (above === dirname(above)) break;
  }
  throw new RecordingError('recording_unreadable', `A recording names ${name}, which is in no folder above it`, {
    name,
    folder,
  });
}

export function readFileOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new RecordingError('recording_unreadable', `${path} cannot be read`, { path }, { cause: error });
  }
}

export function readJson(path: string): unknown {
  const text = readFileOf(path).toString('utf8');
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new RecordingError('recording_unreadable', `${path} is not JSON`, { path }, { cause: error });
  }
}

/** Reads a value as a schema says; what does not fit is an error that names the file and the member. */
export function parseAs<Schema extends z.ZodType>(schema: Schema, value: unknown, path: string): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const member = issue?.path.join('.') ?? '';
  throw new RecordingError('recording_unknown_form', `${path}: ${member}: ${issue?.message ?? 'not as expected'}`, {
    path,
    member,
  });
}

export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    throw new RecordingError('recording_unreadable', `${path} cannot be read`, { path }, { cause: error });
  }
}

/** Everything directly in a folder, by name. */
export function entriesOf(folder: string): { readonly files: string[]; readonly folders: string[] } {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((left, right) => (left.name < right.name ? -1 : 1));
  const paths = (wanted: boolean): string[] =>
    entries.filter((entry) => entry.isDirectory() === wanted).map((entry) => join(folder, entry.name));
  return { files: paths(false), folders: paths(true) };
}

/** The JSON files in a folder and below it. */
export function jsonFilesBelow(folder: string, depth = 0): string[] {
  if (depth > folderDepthMax) return [];
  const { files, folders } = entriesOf(folder);
  return [
    ...files.filter((path) => path.endsWith('.json')),
    ...folders.flatMap((inner) => jsonFilesBelow(inner, depth + 1)),
  ];
}
