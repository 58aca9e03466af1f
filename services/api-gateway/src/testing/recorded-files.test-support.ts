import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Recorded } from './recorded-rows.test-support.ts';

/** One recorded answer of the deployed service. */
export interface RecordedFile {
  readonly name: string;
  readonly transactions: readonly Recorded[];
  readonly addressBook: Readonly<Record<string, { readonly user_friendly: string }>>;
}

/** Reads all recorded traces answers. @param root the folder of recorded data */
/** Their folders below that of recorded data. */
export const RECORDED_FOLDERS = ['traces/ton-connect-kit', 'api-recordings'];

export function recordedFiles(root: string): readonly RecordedFile[] {
  const kit = join(root, 'traces', 'ton-connect-kit');
  const paths = [
    ...readdirSync(join(root, 'api-recordings'))
      .filter((name) => /^toncenter_v3_.*traces.*\.json$/.test(name))
      .map((name) => join(root, 'api-recordings', name)),
    ...readdirSync(kit)
      .filter((name) => name.endsWith('-traces.json'))
      .map((name) => join(kit, name)),
  ];
  return paths.map(readRecorded);
}

function readRecorded(path: string): RecordedFile {
  const answer = JSON.parse(readFileSync(path, 'utf8')) as {
    readonly traces: readonly { readonly transactions: Readonly<Record<string, Recorded>> }[];
    readonly address_book?: RecordedFile['addressBook'];
  };
  return {
    name: path.split('/').at(-1) ?? path,
    transactions: answer.traces.flatMap((trace) => Object.values(trace.transactions)),
    addressBook: answer.address_book ?? {},
  };
}
