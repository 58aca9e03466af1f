import { join } from 'node:path';
import { examineCellStore } from '@tonriver/cell-store';
import { z } from 'zod';
import type { Proof } from '../proof.ts';
import { lossOf, type StoredFolder, whyNotExamined } from '../stored-folder.ts';

/** Later rounds of resolved ranges need the states in the cell store. */
const cellsFolder: StoredFolder = {
  name: 'cells',
  async wasFilled({ store }) {
    const [found] = await store.query<{ readonly ranges: string }>('SELECT count() AS ranges FROM state_progress');
    return Number(found?.ranges ?? 0) > 0;
  },
};

/** The states from which a resolved range continues. The state-resolver holds each of them once. */
const rangeSchema = z.object({ tops: z.array(z.object({ hash: z.string() })) });
/** Code and data of an account whose whole state is not known. */
const accountSchema = z.object({ isHeld: z.boolean(), data: z.string().nullable(), code: z.string().nullable() });

/** Later states are put together from stored cells: a wrong cell would stop the state-resolver. */
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

/** @returns undefined for a record that cannot be decoded: records of old programs have no checksum */
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
