import { describe, expect, it } from '@jest/globals';
import { Cell, CellBuilder, prunedBranch, writeBag } from '@tonriver/boc';
import type { AccountDataRow, RowReader } from '@tonriver/row-schema';
import { readDataOfAccounts } from './read-data-of-accounts.ts';

const kept = new CellBuilder().storeUint(7, 32).endCell();
const dataOf = (value: number): Cell => new CellBuilder().storeUint(value, 32).storeRef(kept).endCell();
const account = new Uint8Array(32).fill(1);

/** A row for each lt from 1 on; every tenth has all cells, the others only what changed. */
function history(length: number): AccountDataRow[] {
  return Array.from({ length }, (_, index) => {
    const whole = dataOf(index + 1);
    const { bits, bitLength } = whole;
    const isWhole = index % 10 === 0;
    const stored = isWhole ? whole : new Cell({ bits, bitLength, refs: [prunedBranch(kept)] });
    const dataHash = Uint8Array.from(whole.hash());
    return { workchain: 0, account, lt: BigInt(index + 1), dataHash, isWhole, dataBoc: writeBag([stored]) };
  });
}

/** Answers from rows in memory, and counts those whose data was asked for. */
function readerOf(rows: readonly AccountDataRow[]) {
  const read = { data: 0, keys: [] as number[] };
  const select = async (
    columns: readonly { readonly name: string }[],
    sql: string,
    { fromLt }: { readonly fromLt: bigint },
  ) => {
    const newestFirst = rows.toReversed();
    if (!columns.some(({ name }) => name === 'data_boc')) {
      const found = newestFirst.filter(({ lt }) => lt >= fromLt);
      read.keys.push(found.length);
      return found;
    }
    const lts = new Set([...sql.matchAll(/, (\d+)\)/g)].map(([, lt]) => BigInt(lt!)));
    const most = Number(/length\(data_boc\) <= (\d+)/.exec(sql)?.[1] ?? Infinity);
    const asked = newestFirst.filter(({ lt, dataBoc }) => lts.has(lt) && dataBoc.length <= most);
    read.data += asked.length;
    return asked;
  };
  return { read, store: { select } as unknown as RowReader };
}

describe('the data of contracts', () => {
  const place = (lt: number) => ({ workchain: 0, account, lt: BigInt(lt), dataHash: dataOf(lt).hash() });

  it('is joined from the newest whole copy and the changes since, and nothing else is read', async () => {
    const { read, store } = readerOf(history(5_000));
    const [data] = await readDataOfAccounts(store, [place(4_995)]);
    expect(data).toEqual(writeBag([dataOf(4_995)]));
    expect(read.data).toBe(5);
  });

  it('is looked for in the whole history only when its account was quiet for hours', async () => {
    const hours = 10_000_000_000n;
    const early = history(11).map((row) => ({ ...row, isWhole: row.lt === 1n }));
    const late = history(21)
      .slice(11)
      .map((row) => ({ ...row, isWhole: row.lt === 12n, lt: row.lt + 10n * hours }));
    const busy = readerOf([
      ...early,
      ...late.map((row) => (row.isWhole ? { ...row, dataBoc: writeBag([dataOf(12)]) } : row)),
    ]);
    const at = { ...place(15), lt: 15n + 10n * hours };
    expect(await readDataOfAccounts(busy.store, [at])).toEqual([writeBag([dataOf(15)])]);
    expect(busy.read.keys).toEqual([10]);
    const quiet = readerOf(early);
    const later = { ...place(11), lt: 11n + 10n * hours };
    expect(await readDataOfAccounts(quiet.store, [later])).toEqual([writeBag([dataOf(11)])]);
    expect(quiet.read.keys).toEqual([0, 11]);
  });

  it('is that of each state when several of an account are asked for', async () => {
    const { store } = readerOf(history(40));
    const read = await readDataOfAccounts(store, [place(40), place(12), place(11)]);
    expect(read).toEqual([40, 12, 11].map((lt) => writeBag([dataOf(lt)])));
  });

  it('is not known when a row of it is larger than asked for', async () => {
    const rows = history(15);
    const bytes = Math.max(...rows.map(({ dataBoc }) => dataBoc.length));
    const read = (rowBytesMax: number) => readDataOfAccounts(readerOf(rows).store, [place(15)], { rowBytesMax });
    expect(await read(bytes)).toEqual([writeBag([dataOf(15)])]);
    expect(await read(bytes - 1)).toEqual([undefined]);
  });

  it('is not known when another one is stored, when a row is missing, or when a cell is', async () => {
    const rows = history(15);
    const other = { ...place(15), dataHash: dataOf(14).hash() };
    expect(await readDataOfAccounts(readerOf(rows).store, [other])).toEqual([undefined]);
    expect(await readDataOfAccounts(readerOf(rows.slice(11)).store, [place(15)])).toEqual([undefined]);
    const withoutCell = rows.map((row) => (row.lt === 11n ? { ...row, dataBoc: rows[14]!.dataBoc } : row));
    expect(await readDataOfAccounts(readerOf(withoutCell).store, [place(15)])).toEqual([undefined]);
  });
});
