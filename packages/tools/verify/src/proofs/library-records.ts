import { type LibraryRecord, unpackLibraries } from '@tonriver/block-rows';
import {
  columnsSql,
  initialStatesTable,
  librariesTable,
  type LibraryRow,
  pickColumns,
  resolvedBlocksTable,
} from '@tonriver/row-schema';
import { attempt } from '../attempt.ts';
import { nameOf, type Problem, type RowName, valueText } from '../finding.ts';
import type { ProofContext } from '../proof.ts';
import { longQuery } from '../ranges.ts';

const blockColumns = pickColumns(resolvedBlocksTable, 'workchain', 'shard', 'seqno', 'range_seqno', 'libraries');
const stateColumns = pickColumns(initialStatesTable, 'workchain', 'shard', 'seqno', 'part', 'libraries');

/** Rows of `libraries` that records of blocks and initial states name are there and say the same. */
export async function* checkLibraryRecords(
  context: ProofContext,
  rows: readonly LibraryRow[],
): AsyncGenerator<Problem> {
  const wanted = await readRecords(context);
  const there = new Map(rows.map((row) => [keyOf(row), row]));
  for (const [key, { library, isPublic, or }] of wanted) {
    const row = there.get(key);
    const name = nameOf(librariesTable, library);
    if (row === undefined) {
      yield { ...name, problem: `is missing: the library ${isPublic.has(true) ? 'came' : 'went'} there`, or };
    } else if (!isPublic.has(row.isPublic)) {
      yield { ...name, columns: ['is_public'], problem: `is_public is ${row.isPublic}, not ${!row.isPublic}`, or };
    }
  }
}

interface WantedLibrary {
  readonly library: Pick<LibraryRow, 'hash' | 'mcBlockSeqno'>;
  /** Runs that began at different rounds may have seen both. */
  readonly isPublic: Set<boolean>;
  readonly or: RowName;
}

async function readRecords({ store }: ProofContext): Promise<ReadonlyMap<string, WantedLibrary>> {
  const wanted = new Map<string, WantedLibrary>();
  const add = (records: readonly LibraryRecord[], mcBlockSeqno: number, or: RowName): void => {
    for (const { hash, isPublic } of records) {
      const library = { hash, mcBlockSeqno };
      const known = wanted.get(keyOf(library)) ?? { library, isPublic: new Set(), or };
      known.isPublic.add(isPublic);
      wanted.set(keyOf(library), known);
    }
  };
  const blocks = await store.select(
    blockColumns,
    `SELECT ${columnsSql(blockColumns)} FROM resolved_blocks FINAL WHERE notEmpty(libraries)`,
    {},
    longQuery,
  );
  for (const row of blocks) add(recordsOf(row.libraries), row.seqno, nameOf(resolvedBlocksTable, row));
  const states = await store.select(
    stateColumns,
    `SELECT ${columnsSql(stateColumns)} FROM initial_states FINAL WHERE notEmpty(libraries)`,
    {},
    longQuery,
  );
  for (const row of states) add(recordsOf(row.libraries), row.seqno, nameOf(initialStatesTable, row));
  return wanted;
}

/** Bytes that cannot be decoded have a wrong checksum too, which is reported elsewhere. */
function recordsOf(bytes: Uint8Array): readonly LibraryRecord[] {
  const read = attempt(() => unpackLibraries(bytes));
  return read.ok ? read.value : [];
}

function keyOf({ hash, mcBlockSeqno }: Pick<LibraryRow, 'hash' | 'mcBlockSeqno'>): string {
  return `${valueText(hash)} ${mcBlockSeqno}`;
}
