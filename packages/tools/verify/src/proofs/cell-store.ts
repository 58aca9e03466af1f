import { join } from 'node:path';
import { examineCellStore } from '@tonriver/cell-store';
import { z } from 'zod';
import type { Proof } from '../proof.ts';
import { lossOf, type StoredFolder, whyNotExamined } from '../stored-folder.ts';

/** Resolved ranges go on from states that lie there. */
const cellsFolder: StoredFolder = {
  name: 'cells',
  async wasFilled({ store }) {
    const [found] = await store.query<{ readonly ranges: string }>('SELECT count() AS ranges FROM state_progress');
    return Number(found?.ranges ?? 0) > 0;
  },
};

/** The states that a resolved range goes on from: the state-resolver holds each of them once. */
const rangeSchema = z.object({ tops: z.array(z.object({ hash: z.string() })) });
/** Code and data of an account whose state is not known whole, held while the record says so. */
const accountSchema = z.object({ isHeld: z.boolean(), data: z.string().nullable(), code: z.string().nullable() });

/** Cells are what later states are put together from: a wrong one is refused then, and would stop everything. */
export const cellStoreProof: Proof = {
  name: 'cell-store',
  promise:
    'the live cells are whole: checksums, every hash recomputed, references that lead somewhere, counts, the states that ranges go on from',
  hindrance: (context) => whyNotExamined(cellsFolder, context),
  async *run({ dataDirectory = '', count }) {
    const loss = lossOf(cellsFolder, dataDirectory);
    if (loss !== undefined) {
      yield loss;
      return;
    }
    const directory = join(dataDirectory, cellsFolder.name);
    for await (const { where, problem } of examineCellStore({ directory, count, heldBy })) {
      yield { table: 'cells', row: where, problem };
    }
  },
};

/** @returns undefined for a record that says nothing: what old programs wrote has no checksum that would tell before */
function heldBy(key: string, value: Uint8Array): readonly string[] | undefined {
  if (key.startsWith('range/')) return rangeSchema.safeParse(jsonIn(value)).data?.tops.map(({ hash }) => hash);
  if (!key.startsWith('account/')) return [];
  const account = accountSchema.safeParse(jsonIn(value)).data;
  if (account === undefined) return undefined;
  return account.isHeld ? [account.data, account.code].filter((hash) => hash !== null) : [];
}

function jsonIn(value: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(value).toString('utf8'));
  } catch {
    return undefined;
  }
}
