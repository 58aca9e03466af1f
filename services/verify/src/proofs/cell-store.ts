import { join } from 'node:path';
import { examineCellStore, hasCellStore } from '@tonriver/cell-store';
import { z } from 'zod';
import type { Proof } from '../proof.ts';
import { hindranceOf } from './event-log.ts';

const CELLS_FOLDER = 'cells';

/** The states that a resolved range goes on from: the state-resolver holds each of them once. */
const rangeSchema = z.object({ tops: z.array(z.object({ hash: z.string() })) });
/** Code and data of an account whose state is not known whole, held while the record says so. */
const accountSchema = z.object({ isHeld: z.boolean(), data: z.string().nullable(), code: z.string().nullable() });

/** Cells are what later states are put together from: a wrong one is refused then, and would stop everything. */
export const cellStoreProof: Proof = {
  name: 'cell-store',
  promise:
    'the live cells are whole: checksums, every hash recomputed, references that lead somewhere, counts, the states that ranges go on from',
  hindrance: ({ dataDirectory }) => hindranceOf(dataDirectory, CELLS_FOLDER, hasCellStore),
  async *run({ dataDirectory = '', count }) {
    const directory = join(dataDirectory, CELLS_FOLDER);
    for await (const { where, problem } of examineCellStore({ directory, count, heldBy })) {
      yield { table: 'cells', row: where, problem };
    }
  },
};

function heldBy(key: string, value: Uint8Array): readonly string[] {
  const read = (): unknown => JSON.parse(Buffer.from(value).toString('utf8'));
  if (key.startsWith('range/')) return rangeSchema.parse(read()).tops.map(({ hash }) => hash);
  if (!key.startsWith('account/')) return [];
  const { isHeld, data, code } = accountSchema.parse(read());
  return isHeld ? [data, code].filter((hash) => hash !== null) : [];
}
