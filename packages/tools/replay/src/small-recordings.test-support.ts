import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Cell, CellBuilder, writeBag } from '@tonriver/boc';
import { buildConfig } from '@tonriver/chain-model';
import { type TemporaryDirectory, temporaryDirectory } from '@tonriver/testing';
import type { TvmPool } from '@tonriver/tvm';
import { createReport } from './report.ts';
import type { PathRunner } from './run-command.ts';

export function base64(cell: Cell): string {
  return Buffer.from(writeBag([cell])).toString('base64');
}

/** A configuration with only a version. */
export const smallConfig = base64(
  buildConfig([
    { parameter: 8, cell: new CellBuilder().storeUint(0xc4, 8).storeUint(13, 32).storeUint(0, 64).endCell() },
  ])!,
);

/** Returns a record of code that leaves the stack as it is: its arguments and the number of the method. */
export function recordOf(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return {
    address: `0:${'11'.repeat(32)}`,
    method_id: 5,
    code_boc: base64(new CellBuilder().endCell()),
    config_boc: smallConfig,
    ...fields,
  };
}

/** Writes a recording, runs it and returns the report. */
export async function outputOf(pool: TvmPool, run: PathRunner, content: string | object): Promise<string> {
  const folder: TemporaryDirectory = temporaryDirectory();
  try {
    const path = join(folder.path, 'recording.json');
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return await reportOf(pool, run, path);
  } finally {
    folder.remove();
  }
}

export async function reportOf(pool: TvmPool, run: PathRunner, path: string): Promise<string> {
  let text = '';
  const report = createReport((part) => void (text += part), { isJson: false });
  await run(path, { pool, report });
  report.finish();
  return text;
}
