import { describe, expect, it } from '@jest/globals';
import { CellBuilder } from '@tonriver/boc';
import { storeExtraCurrencies } from '@tonriver/chain-model';
import {
  type AccountStateRow,
  accountStatesTable,
  type ColumnList,
  RowBinaryWriter,
  rowPropertyOf,
} from '@tonriver/row-schema';
import { createMetrics } from '@tonriver/telemetry';
import { accountStateRow, bytes32, transactionRow } from '../testing/rows.test-support.ts';
import { createAccountStates, createStateLookUp } from './account-states.ts';
import { memoryLookUp } from '../testing/memory-look-up.test-support.ts';
import { everyRoundVisible, nothingRequired } from '../testing/nothing-required.test-support.ts';
import { createMissingStates } from './missing-states.ts';
import { createHiddenCurrencies } from './hidden-currencies.ts';
import { bytesLiteral } from '../store/sql.ts';
import { transactionKeyText } from '../transactions/transaction-key.ts';

const bounds = { keysMax: 1000, queriesMax: 1, waitingKeysMax: 10_000 };
const account = bytes32('account');
const noAccount = Buffer.from('90aec8965afabb16ebc3cb9b408ebae71b618d78788bc80d09843593cac98da4', 'hex');

/** The row as a query by its pack selects it. */
function selected(row: AccountStateRow) {
  const { pack } = accountStatesTable;
  const columns: ColumnList = accountStatesTable.columns;
  const writer = new RowBinaryWriter();
  writer.uint8(pack?.format ?? 0);
  const values: Readonly<Record<string, unknown>> = row;
  for (const { name, type } of columns) if (pack?.only?.includes(name)) type.write(writer, values[rowPropertyOf(name)]);
  return { ...row, pack: writer.bytes().slice() };
}

function statesOver(rows: readonly AccountStateRow[]) {
  const queries: string[] = [];
  const metrics = createMetrics();
  const select = async (_columns: unknown, sql: string) => {
    queries.push(sql);
    return sql.includes('DISTINCT') ? rows.filter((row) => row.extraCurrencies.length > 0) : rows.map(selected);
  };
  const store = { select: select as never };
  const missingStates = createMissingStates(nothingRequired, memoryLookUp());
  const hidden = createHiddenCurrencies(store, bounds);
  return {
    states: createAccountStates(createStateLookUp(store, bounds), hidden, missingStates, metrics),
    queries,
    metrics,
  };
}

const steps = [1, 2, 3].map((step) =>
  transactionRow({
    account,
    lt: BigInt(step * 10),
    prevTransLt: BigInt((step - 1) * 10),
    oldStateHash: step === 1 ? noAccount : bytes32(`state ${step - 1}`),
    newStateHash: bytes32(`state ${step}`),
  }),
);

describe('states before and after transactions', () => {
  it('are found by the lt, and used only when their hash is the transaction’s', async () => {
    const stored = [10n, 20n, 30n].map((lt) =>
      accountStateRow({ account, lt, hash: bytes32(`state ${lt / 10n}`), balance: lt }),
    );
    stored[2] = accountStateRow({ account, lt: 30n, hash: bytes32('another') });
    const { states, metrics } = statesOver(stored);
    const found = await states.ofTransactions(
      steps.map((transaction) => ({ transaction, finality: 'finalized' as const })),
      everyRoundVisible,
    );
    expect(found.map(({ before, after }) => [before?.balance, after?.balance])).toEqual([
      [0n, 10n],
      [10n, 20n],
      [20n, undefined],
    ]);
    expect(found[0]?.before?.status).toBe('nonexist');
    expect(await metrics.render()).toContain('tonriver_api_account_states_unknown_total{side="after"} 1');
  });

  it('of a page are read with one query, each once and without those that do not exist', async () => {
    const { states, queries } = statesOver([]);
    await states.ofTransactions(
      steps.map((transaction) => ({ transaction, finality: 'finalized' as const })),
      everyRoundVisible,
    );
    expect(queries).toHaveLength(1);
    expect(queries[0]).toMatch(/ lt IN \(10, 20, 30\)$/);
    expect(queries[0]!.split(bytesLiteral(account))).toHaveLength(2);
    expect(transactionKeyText(steps[0]!)).toContain(':10');
  });

  it('have the extra currencies of another state of the account if the dictionaries have one hash', async () => {
    const currencies = [{ currency: 239, amount: 7n }];
    const builder = new CellBuilder();
    storeExtraCurrencies(builder, currencies);
    const dictionary = builder.endCell().refs[0]!.hash();
    const { states, queries } = statesOver([
      accountStateRow({ account, lt: 10n, hash: bytes32('state 1'), extraCurrencies: currencies }),
      accountStateRow({ account, lt: 20n, hash: bytes32('state 2'), extraCurrenciesHash: dictionary }),
      accountStateRow({ account, lt: 30n, hash: bytes32('state 3'), extraCurrenciesHash: bytes32('other') }),
    ]);
    const [, second, third] = await states.ofTransactions(
      steps.map((transaction) => ({ transaction, finality: 'finalized' as const })),
      everyRoundVisible,
    );
    expect(second?.after).toMatchObject({ extraCurrencies: currencies, extraCurrenciesHash: null });
    expect(third?.after).toMatchObject({ extraCurrencies: [], extraCurrenciesHash: bytes32('other') });
    // States, other states, and dictionaries of initial states for what is still not known.
    expect(queries).toHaveLength(3);
  });
});
