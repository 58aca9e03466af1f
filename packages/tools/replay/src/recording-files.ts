import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createNamedFiles, type NamedFiles, parseRecording, recordedBytesOrFile } from '@tonriver/recordings';
import type { z } from 'zod';
import { RecordingError } from './recording-error.ts';

/** Depth to which folders are searched. */
const folderDepthMax = 4;

/** Reads files that recordings name, each once. Equal paths give the same array, which the TVM's pool recognises. */
export interface RecordingFiles {
  readonly named: NamedFiles;
  /** Reads a file by a path relative to the recording or to any folder above it (`config/…` in the data folder). */
  bytes(name: string, recording: string): Uint8Array;
  /** Reads bytes from a member, or from the file that it names. `what` is `file: member`. */
  bytesIn(text: string, what: string, recording: string): Uint8Array;
}

/** @param folders more folders to search */
export function createRecordingFiles(folders: readonly string[] = []): RecordingFiles {
  const named = createNamedFiles(folders);
  return {
    named,
    bytes: (name, recording) => named.find(name, recording).bytes,
    bytesIn: (text, what, recording) =>
      recordedBytesOrFile(text, { file: recording, member: what.slice(what.lastIndexOf(': ') + 2) }, named).bytes,
  };
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
    return parseRecording(text);
  } catch (error) {
    throw new RecordingError('recording_unreadable', `${path} is not JSON`, { path }, { cause: error });
  }
}

/** Checks a value by a schema. Throws an error that names the file and the member. */
export function parseAs<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  path: string,
  within = '',
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const member = [within, ...(issue?.path ?? [])].filter((part) => part !== '').join('.');
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

/** Returns the entries of a folder, by name. */
export function entriesOf(folder: string): { readonly files: string[]; readonly folders: string[] } {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((left, right) => (left.name < right.name ? -1 : 1));
  const paths = (wanted: boolean): string[] =>
    entries.filter((entry) => entry.isDirectory() === wanted).map((entry) => join(folder, entry.name));
  return { files: paths(false), folders: paths(true) };
}

/** Returns the JSON files in a folder and below it. */
export function jsonFilesBelow(folder: string, depth = 0): string[] {
  if (depth > folderDepthMax) return [];
  const { files, folders } = entriesOf(folder);
  return [
    ...files.filter((path) => path.endsWith('.json')),
    ...folders.flatMap((inner) => jsonFilesBelow(inner, depth + 1)),
  ];
}
