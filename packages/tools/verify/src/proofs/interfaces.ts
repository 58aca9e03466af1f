import { checkedInterfaceRow, checkedRoundRow } from '@tonriver/block-rows';
import {
  columnsSql,
  contractInterfacesTable,
  type DetectedRoundRow,
  detectedRoundsTable,
  domainNamesTable,
  pickColumns,
} from '@tonriver/row-schema';
import { nameOf, type Problem } from '../finding.ts';
import { planHashWindows } from '../hash-windows.ts';
import { findWrongRows } from '../interface-rows.ts';
import type { Proof, ProofContext } from '../proof.ts';
import { inRangesSql, longQuery } from '../ranges.ts';

/**
 * The rows of every examined round are those that its parts say were written, each is that of a state, and rounds are
 * examined one after the other. What get-methods gave is not run again: the checksum of a row says that it is as it was
 * written.
 */
export const interfacesProof: Proof = {
  name: 'interfaces',
  promise: 'what contracts are is stored for every examined round, as it was written, each for a state that is stored',
  async *run(context) {
    yield* checkRows(context);
    yield* checkRounds(context);
    yield* findWrongRows(context);
    yield* checkDomains(context);
  },
};

/** The domains that lead to their owner, as their items say. */
const DOMAINS_OF_ITEMS = `SELECT toInt32(splitByChar(':', addresses_text)[1]) AS workchain,
    toFixedString(unhex(splitByChar(':', addresses_text)[2]), 32) AS account,
    JSONExtractString(assumeNotNull(content_text), 'domain') AS domain_text,
    item.workchain AS item_workchain, item.account AS item_account
  FROM contract_interfaces AS item FINAL
  WHERE kind = 'nft_item' AND confirmation = 'confirmed' AND addresses_text != '' AND owner_text = addresses_text
    AND content_text IS NOT NULL AND JSONHas(assumeNotNull(content_text), 'domain')`;

/** Domains by which accounts are called are those of items, and all of them. */
async function* checkDomains({ store, count }: ProofContext): AsyncGenerator<Problem> {
  const { columns } = domainNamesTable;
  const names = columnsSql(columns);
  const stored = `SELECT ${names} FROM domain_names FINAL`;
  const [{ total } = { total: 0 }] = await store.query<{ readonly total: number }>(
    'SELECT toUInt32(count()) AS total FROM domain_names FINAL',
    {},
    longQuery,
  );
  count('domains', total);
  const comparisons = [
    [`SELECT DISTINCT ${names} FROM (${DOMAINS_OF_ITEMS}) WHERE (${names}) NOT IN (${stored})`, 'is missing'],
    [`${stored} WHERE (${names}) NOT IN (SELECT ${names} FROM (${DOMAINS_OF_ITEMS}))`, 'is not what an item says'],
  ] as const;
  for (const [sql, problem] of comparisons) {
    for await (const rows of store.stream(columns, sql, {}, longQuery)) {
      for (const row of rows) yield { ...nameOf(domainNamesTable, row), problem };
    }
  }
}

const keyColumns = pickColumns(contractInterfacesTable, 'workchain', 'account', 'lt', 'kind');

/** Every row has its checksum, and the code and data of the state that it is about. */
async function* checkRows(context: ProofContext): AsyncGenerator<Problem> {
  const { columns } = contractInterfacesTable;
  const { store, count } = context;
  for (const window of await planHashWindows(context, 'contract_interfaces')) {
    const sql = `SELECT ${columnsSql(columns)} FROM contract_interfaces FINAL WHERE ${window('account')}`;
    for await (const rows of store.stream(columns, sql, {}, longQuery)) {
      count('rows of interfaces', rows.length);
      for (const row of rows) {
        if (checkedInterfaceRow(row).checksum === row.checksum) continue;
        yield { ...nameOf(contractInterfacesTable, row), problem: 'is not as it was written: its checksum differs' };
      }
    }
    const states = `SELECT workchain, account, lt, ifNull(code_hash, ''), ifNull(data_hash, '')
      FROM account_states FINAL WHERE ${window('account')}`;
    const stateless = `SELECT ${columnsSql(keyColumns)} FROM contract_interfaces FINAL
      WHERE ${window('account')}
        AND (workchain, account, lt, ifNull(code_hash, ''), ifNull(data_hash, '')) NOT IN (${states})`;
    for await (const rows of store.stream(keyColumns, stateless, {}, longQuery)) {
      for (const row of rows) {
        yield { ...nameOf(contractInterfacesTable, row), problem: 'is not of a state of the account' };
      }
    }
  }
}

type Part = Pick<DetectedRoundRow, 'mcBlockSeqno' | 'part' | 'rangeSeqno' | 'isLast'>;

/** Parts follow each other, rounds follow each other, and all of them are complete. */
async function* checkRounds({ store, count, ranges }: ProofContext): AsyncGenerator<Problem> {
  const { columns } = detectedRoundsTable;
  const sql = `SELECT ${columnsSql(columns)} FROM detected_rounds FINAL ORDER BY mc_block_seqno, part`;
  let before: Part | undefined;
  for await (const rows of store.stream(columns, sql, {}, longQuery)) {
    count('parts of examined rounds', rows.length);
    for (const row of rows) {
      if (checkedRoundRow(row).checksum !== row.checksum) {
        yield { ...nameOf(detectedRoundsTable, row), problem: 'is not as it was written: its checksum differs' };
      }
      const missing = missingBetween(before, row);
      if (missing !== undefined) yield { ...nameOf(detectedRoundsTable, missing), problem: 'is missing' };
      const { mcBlockSeqno, part, rangeSeqno, isLast } = row;
      before = { mcBlockSeqno, part, rangeSeqno, isLast };
    }
  }
  const roundColumns = pickColumns(detectedRoundsTable, 'mc_block_seqno', 'part');
  const incomplete = `SELECT ${columnsSql(roundColumns)} FROM detected_rounds FINAL
    WHERE NOT ${inRangesSql(ranges, 'mc_block_seqno')}`;
  for (const row of await store.select(roundColumns, incomplete, {}, longQuery)) {
    yield { ...nameOf(detectedRoundsTable, row), problem: 'is of a round that is not complete' };
  }
}

/** The first part that is missing between two that follow each other in the table. */
function missingBetween(before: Part | undefined, row: Part): Pick<Part, 'mcBlockSeqno' | 'part'> | undefined {
  const { mcBlockSeqno, part } = row;
  if (before?.mcBlockSeqno === mcBlockSeqno) {
    return part === before.part + 1 ? undefined : { mcBlockSeqno, part: before.part + 1 };
  }
  if (before?.isLast === false) return { mcBlockSeqno: before.mcBlockSeqno, part: before.part + 1 };
  // Rounds of one range are examined one after the other.
  if (before?.rangeSeqno === row.rangeSeqno && before.mcBlockSeqno + 1 < mcBlockSeqno) {
    return { mcBlockSeqno: before.mcBlockSeqno + 1, part: 0 };
  }
  return part === 0 ? undefined : { mcBlockSeqno, part: 0 };
}
