import { columnsSql, domainNamesTable, type RowOf, uint32 } from '@tonriver/row-schema';
import { createBatchedLookUp } from '../look-up/batched-look-up.ts';
import { runForCaller } from '../look-up/caller.ts';
import type { LookUpBounds } from '../look-up/look-up-bounds.ts';
import { groupedBy } from '../store/grouped-by.ts';
import { hexOf } from '../store/bytes.ts';
import type { ReadingStore } from '../store/reading-store.ts';
import { accountsCondition } from '../store/sql.ts';
import type { AccountAt } from './account-codes.ts';
import { accountText } from './remembered-states.ts';

const { columns } = domainNamesTable;
const prefixColumns = [{ name: 'prefix', type: uint32, comment: 'First 4 bytes of an account' }] as const;

/** A domain that may lead to an account. */
export interface DomainPlace {
  readonly name: string;
  readonly item: { readonly workchain: number; readonly accountHex: string };
}

/** An account that has more domains is called by one of the shortest, if one of those still leads to it. */
const DOMAINS_PER_ACCOUNT = 64;
/** New domains are seen so late. */
const REFRESH_MS = 10_000;

type Account = Pick<AccountAt, 'workchain' | 'accountHex'>;

/** Returns the domains that may lead to accounts, shortest first; none for most accounts. */
export type DomainNames = (accounts: readonly Account[]) => Promise<readonly (readonly DomainPlace[])[]>;

/**
 * Few accounts have domains, and every address book asks for many accounts: the beginnings of those that have some are
 * kept in memory, so that most answers need no query.
 */
export function createDomainNames(store: ReadingStore, bounds: LookUpBounds, nowMs: () => number): DomainNames {
  const beginnings = createBeginnings(store, nowMs);
  const places = createBatchedLookUp<readonly DomainPlace[]>({
    ...bounds,
    async load(keyTexts) {
      const accounts = keyTexts.map(parseAccountText);
      const rows = await store.select(
        columns,
        `SELECT ${columnsSql(columns)} FROM domain_names WHERE ${accountsCondition(accounts)}
         ORDER BY workchain, account, length(domain_text), domain_text
         LIMIT ${DOMAINS_PER_ACCOUNT} BY workchain, account`,
      );
      const byAccount = groupedBy(rows, ({ workchain, account }) =>
        accountText({ workchain, accountHex: hexOf(account) }),
      );
      return new Map([...byAccount].map(([key, ofAccount]) => [key, distinctPlaces(ofAccount)]));
    },
  });
  return async (accounts) => {
    if (accounts.length === 0) return [];
    const mayHave = await beginnings();
    const asked = accounts.filter(({ accountHex }) => mayHave(Number.parseInt(accountHex.slice(0, 8), 16)));
    if (asked.length === 0) return accounts.map(() => []);
    const keys = asked.map(accountText);
    const found = await places.getMany(keys);
    const byKey = new Map(keys.map((key, index) => [key, found[index] ?? []]));
    return accounts.map((account) => byKey.get(accountText(account)) ?? []);
  };
}

/** Of rows that are not merged yet one is enough. */
function distinctPlaces(rows: readonly RowOf<typeof columns>[]): readonly DomainPlace[] {
  const byName = new Map(
    rows.map(({ domainText, itemWorkchain, itemAccount }): [string, DomainPlace] => [
      domainText,
      { name: domainText, item: { workchain: itemWorkchain, accountHex: hexOf(itemAccount) } },
    ]),
  );
  return [...byName.values()];
}

function parseAccountText(text: string): Account {
  const [workchain, accountHex = ''] = text.split(' ');
  return { workchain: Number(workchain), accountHex };
}

type MayHave = (beginning: number) => boolean;

/** Returns which accounts may have domains. It is read anew in the background while it is asked for. */
function createBeginnings(store: ReadingStore, nowMs: () => number): () => Promise<MayHave> {
  let known: { readonly mayHave: MayHave; readonly atMs: number } | undefined;
  let reading: Promise<MayHave> | undefined;
  const read = async (): Promise<MayHave> => {
    const atMs = nowMs();
    // Not for one caller alone: others wait for it too.
    const rows = await runForCaller(undefined, () =>
      store.select(
        prefixColumns,
        'SELECT DISTINCT toUInt32(reinterpretAsUInt32(reverse(substring(account, 1, 4)))) AS prefix FROM domain_names',
      ),
    );
    const beginnings = new Set(rows.map(({ prefix }) => prefix));
    const mayHave: MayHave = (beginning) => beginnings.has(beginning);
    known = { mayHave, atMs };
    return mayHave;
  };
  const refresh = (): Promise<MayHave> =>
    (reading ??= read().finally(() => {
      reading = undefined;
    }));
  return async () => {
    if (known === undefined) return await refresh();
    // A failure is that of the store, which the next query tells; what is known stays.
    if (nowMs() - known.atMs >= REFRESH_MS) refresh().catch(() => undefined);
    return known.mayHave;
  };
}
