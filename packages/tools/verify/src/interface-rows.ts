import { interfaceKeyOf, interfaceKeySql, unpackInterfaceKeys } from '@tonriver/block-rows';
import {
  accountStatesTable,
  columnsSql,
  contractInterfacesTable,
  detectedRoundsTable,
  interfaceKindNumbers,
  pickColumns,
  uint32,
  uint64,
} from '@tonriver/row-schema';
import { nameOf, type Problem } from './finding.ts';
import type { ProofContext } from './proof.ts';
import { longQuery } from './ranges.ts';

const partColumns = pickColumns(detectedRoundsTable, 'mc_block_seqno', 'row_keys');
const keyColumns = pickColumns(contractInterfacesTable, 'workchain', 'account', 'lt', 'kind');
const stateColumns = pickColumns(accountStatesTable, 'workchain', 'account', 'lt');
const sumColumns = [
  { name: 'round', type: uint32, comment: 'Round' },
  { name: 'row_count', type: uint64, comment: 'Rows' },
  { name: 'key_sum', type: uint64, comment: 'Sum of their keys' },
] as const;

/** Rounds of which counts and sums are in memory at once. */
const ROUNDS_PER_WINDOW = 500_000;

/** Compares the rows of every round with the keys that its parts name, and names those that are missing or too many. */
export async function* findWrongRows(context: ProofContext): AsyncGenerator<Problem> {
  const [bounds] = await context.store.query<{ readonly first: number; readonly last: number }>(
    `SELECT min(seqno) AS first, max(seqno) AS last FROM (
       SELECT mc_block_seqno AS seqno FROM detected_rounds
       UNION ALL SELECT mc_block_seqno AS seqno FROM contract_interfaces)`,
    {},
    longQuery,
  );
  const last = bounds?.last ?? 0;
  for (let from = bounds?.first ?? 0; from <= last; from += ROUNDS_PER_WINDOW) {
    for (const round of await differentRounds(context, from, from + ROUNDS_PER_WINDOW - 1)) {
      yield* examineRound(context, round);
    }
  }
}

interface Sum {
  count: bigint;
  sum: bigint;
}

async function differentRounds({ store }: ProofContext, from: number, to: number): Promise<readonly number[]> {
  const inWindow = 'mc_block_seqno BETWEEN {from:UInt32} AND {to:UInt32}';
  const wanted = new Map<number, Sum>();
  const parts = `SELECT ${columnsSql(partColumns)} FROM detected_rounds FINAL WHERE ${inWindow}`;
  for await (const rows of store.stream(partColumns, parts, { from, to }, longQuery)) {
    for (const { mcBlockSeqno, rowKeys } of rows) {
      const sum = wanted.get(mcBlockSeqno) ?? { count: 0n, sum: 0n };
      wanted.set(mcBlockSeqno, sum);
      for (const key of unpackInterfaceKeys(rowKeys)) {
        sum.count += 1n;
        sum.sum += BigInt(key);
      }
    }
  }
  const sums = `SELECT mc_block_seqno AS round, count() AS row_count, sum(${interfaceKeySql}) AS key_sum
    FROM contract_interfaces FINAL WHERE ${inWindow} GROUP BY mc_block_seqno`;
  const different: number[] = [];
  for await (const rows of store.stream(sumColumns, sums, { from, to }, longQuery)) {
    for (const { round, rowCount, keySum } of rows) {
      const sum = wanted.get(round);
      if (sum?.count !== rowCount || sum.sum !== keySum) different.push(round);
      wanted.delete(round);
    }
  }
  for (const [round, { count }] of wanted) if (count > 0n) different.push(round);
  return different;
}

async function* examineRound({ store }: ProofContext, round: number): AsyncGenerator<Problem> {
  const parts = await store.select(
    partColumns,
    `SELECT ${columnsSql(partColumns)} FROM detected_rounds FINAL WHERE mc_block_seqno = {round:UInt32}`,
    { round },
    longQuery,
  );
  const left = new Map<number, number>();
  for (const key of parts.flatMap(({ rowKeys }) => unpackInterfaceKeys(rowKeys))) {
    left.set(key, (left.get(key) ?? 0) + 1);
  }
  const rows = await store.select(
    keyColumns,
    `SELECT ${columnsSql(keyColumns)} FROM contract_interfaces FINAL WHERE mc_block_seqno = {round:UInt32}`,
    { round },
    longQuery,
  );
  for (const row of rows) {
    const key = interfaceKeyOf(row);
    const count = left.get(key) ?? 0;
    if (count === 0) {
      const or = nameOf(detectedRoundsTable, { mcBlockSeqno: round, part: 0 });
      yield { ...nameOf(contractInterfacesTable, row), problem: 'was not written for its round', or };
    } else if (count === 1) left.delete(key);
    else left.set(key, count - 1);
  }
  if (left.size > 0) yield* nameMissing(store, round, left);
}

const kinds = Object.keys(interfaceKindNumbers) as readonly (keyof typeof interfaceKindNumbers)[];

/** Finds the states of a round whose rows have the keys that are left over. */
async function* nameMissing(
  store: ProofContext['store'],
  round: number,
  left: ReadonlyMap<number, number>,
): AsyncGenerator<Problem> {
  const states = store.stream(
    stateColumns,
    `SELECT ${columnsSql(stateColumns)} FROM account_states FINAL
     WHERE mc_block_seqno = {round:UInt32} OR (mc_block_seqno IS NULL AND row_version = 0)`,
    { round },
    longQuery,
  );
  const problem = 'is missing: the interface-detector wrote it';
  const unnamed = new Set(left.keys());
  for await (const rows of states) {
    for (const state of rows) {
      for (const kind of kinds) {
        const key = interfaceKeyOf({ ...state, kind });
        if (!left.has(key)) continue;
        unnamed.delete(key);
        yield { ...nameOf(contractInterfacesTable, { ...state, kind }), problem };
      }
    }
  }
  if (unnamed.size === 0) return;
  const row = nameOf(detectedRoundsTable, { mcBlockSeqno: round, part: 0 });
  yield { ...row, problem: `names ${unnamed.size} rows of contract_interfaces that are of no state` };
}
