import type { AccountAddress } from '@tonriver/chain-model';
import { type AccountStateRow, accountStatesTable, columnsSql } from '@tonriver/row-schema';
import { accountText } from '../accounts/remembered-states.ts';
import { createBatchedLookUp } from '../look-up/batched-look-up.ts';
import type { LookUpBounds } from '../look-up/look-up-bounds.ts';
import { hexOf } from '../store/bytes.ts';
import { ownCopy } from '../store/own-copy.ts';
import type { ReadingStore } from '../store/reading-store.ts';
import { accountsCondition } from '../store/sql.ts';
import type { IndexedBlock } from './indexed-block.ts';
import { earlierStateCondition, isComplete, readStoredAccount, type StoredAccount } from './stored-account.ts';

/** What of a block says which state an account has there. */
type StatePoint = Pick<IndexedBlock, 'seqno' | 'endLt'> & { readonly range: SeqnosOfRange };
type SeqnosOfRange = Pick<IndexedBlock['range'], 'firstSeqno' | 'lastSeqno'>;

/**
 * Logical time, about eight hours of mainnet. Only states in it are read together, whose number is bounded. An older
 * one is read alone, in the order of the table: a long history of one account would keep the others waiting.
 */
const RECENT_LT = 10_000_000_000n;

/** Reads the states of accounts at blocks. Those of one block that wait together share their queries. */
export function createStoredAccounts(
  store: ReadingStore,
  bounds: LookUpBounds,
): (address: AccountAddress, block: IndexedBlock) => Promise<StoredAccount> {
  const lookUp = createBatchedLookUp<StoredAccount>({
    ...bounds,
    async load(keys) {
      const found = new Map<string, StoredAccount>();
      const byPoint = new Map<string, string[]>();
      for (const key of keys) {
        const point = key.slice(0, key.indexOf(ACCOUNT_MARK));
        byPoint.set(point, [...(byPoint.get(point) ?? []), key]);
      }
      const read = async (point: string, keysOfPoint: readonly string[]): Promise<void> => {
        const accounts = keysOfPoint.map((key) => parseAccount(key.slice(point.length + ACCOUNT_MARK.length)));
        const states = await readStoredAccounts(store, accounts, parsePoint(point));
        for (const [index, key] of keysOfPoint.entries()) found.set(key, states[index] ?? 'unknown');
      };
      await Promise.all([...byPoint].map(([point, keysOfPoint]) => read(point, keysOfPoint)));
      return found;
    },
  });
  return async (address, block) => (await lookUp.get(keyOf(address, block))) ?? 'unknown';
}

/** The states of accounts at a block, in their order: each as `readStoredAccount` reads it. */
export async function readStoredAccounts(
  store: ReadingStore,
  addresses: readonly AccountAddress[],
  point: StatePoint,
): Promise<readonly StoredAccount[]> {
  const { seqno, endLt, range } = point;
  const readAlone = (address: AccountAddress): Promise<StoredAccount> => readStoredAccount(store, address, point);
  if (addresses.length === 1) return await Promise.all(addresses.map(readAlone));
  const found = new Map<string, StoredAccount>();
  const missing = (): readonly AccountAddress[] => addresses.filter((address) => !found.has(textOf(address)));
  const find = async (condition: string, final: '' | 'FINAL' = ''): Promise<void> => {
    const wanted = missing();
    if (wanted.length === 0) return;
    for (const row of await readNewest(store, wanted, { condition, final })) found.set(textOfRow(row), row);
  };
  const fromLt = endLt > RECENT_LT ? endLt - RECENT_LT : 0n;
  await find(`mc_block_seqno >= ${range.firstSeqno} AND mc_block_seqno <= ${seqno} AND lt >= ${fromLt}`);
  const left = missing();
  if (left.length > 0 && (fromLt > 0n || seqno < range.lastSeqno)) {
    const states = await Promise.all(left.map(readAlone));
    for (const [index, address] of left.entries()) found.set(textOf(address), states[index] ?? 'unknown');
  } else if (left.length > 0) {
    const areKnown = await isComplete(store, seqno);
    if (areKnown) await find(earlierStateCondition(range.firstSeqno), 'FINAL');
    for (const address of missing()) found.set(textOf(address), areKnown ? 'absent' : 'unknown');
  }
  return addresses.map((address) => found.get(textOf(address)) ?? 'unknown');
}

/** The newest state of each account for which the condition holds. Its key comes first: other columns are large. */
async function readNewest(
  store: ReadingStore,
  addresses: readonly AccountAddress[],
  { condition, final }: { readonly condition: string; readonly final: '' | 'FINAL' },
): Promise<readonly AccountStateRow[]> {
  const { columns } = accountStatesTable;
  const accounts = addresses.map(({ workchain, hash }) => ({ workchain, accountHex: hexOf(hash) }));
  const where = `${accountsCondition(accounts)} AND ${condition}`;
  const newest = `SELECT workchain, account, lt FROM account_states ${final} WHERE ${where}
    ORDER BY workchain, account, lt DESC LIMIT 1 BY workchain, account`;
  const rows = await store.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM account_states ${final}
      WHERE ${where} AND (workchain, account, lt) IN (${newest})
      ORDER BY workchain, account, lt DESC, row_version DESC LIMIT 1 BY workchain, account`,
  );
  const wanted = new Set(accounts.map(accountText));
  return rows.filter((row) => wanted.has(textOfRow(row))).map(ownCopy);
}

const ACCOUNT_MARK = ' of ';

function keyOf(address: AccountAddress, { seqno, endLt, range }: StatePoint): string {
  return [seqno, endLt, range.firstSeqno, range.lastSeqno].join(' ') + ACCOUNT_MARK + textOf(address);
}

function parsePoint(text: string): StatePoint {
  const [seqno = '', endLt = '', firstSeqno = '', lastSeqno = ''] = text.split(' ');
  const range = { firstSeqno: Number(firstSeqno), lastSeqno: Number(lastSeqno) };
  return { seqno: Number(seqno), endLt: BigInt(endLt), range };
}

function parseAccount(text: string): AccountAddress {
  const [workchain = '', accountHex = ''] = text.split(' ');
  return { workchain: Number(workchain), hash: Buffer.from(accountHex, 'hex') };
}

function textOf({ workchain, hash }: AccountAddress): string {
  return accountText({ workchain, accountHex: hexOf(hash) });
}

function textOfRow({ workchain, account }: Pick<AccountStateRow, 'workchain' | 'account'>): string {
  return textOf({ workchain, hash: account });
}
