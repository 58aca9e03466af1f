import type { RequestKind } from './requests.ts';
import type { Side } from './side.ts';

/** Requests for states: each names other accounts than the ones before it, as long as there are others. */
const REQUESTS = 600;
const ACCOUNTS_PER_REQUEST = 100;
/** The share of the requests that only warm up. */
const WARM_UP_SHARE = 0.1;

/** Asks for 100 accounts at a time, with code and data. No two requests name the same accounts in the same order. */
export async function accountStates(side: Side): Promise<RequestKind> {
  const rows = await side.query(
    `SELECT concat(toString(workchain), ':', hex(account)) FROM latest_account_states FINAL ORDER BY cityHash64(account)`,
  );
  const accounts = rows.map(([account]) => account ?? '');
  const pathOf = (request: number): string => {
    const begin = request * ACCOUNTS_PER_REQUEST;
    // Once all accounts were named, the next requests take every second one, then every third one, and so on.
    const step = 1 + Math.floor(begin / accounts.length);
    const names = Array.from(
      { length: ACCOUNTS_PER_REQUEST },
      (_, index) => accounts[(begin + index * step) % accounts.length],
    );
    return `/toncenter/api/v3/accountStates?address=${names.join(',')}`;
  };
  const paths = Array.from({ length: REQUESTS }, (_, request) => pathOf(request));
  const warmUpCount = Math.floor(REQUESTS * WARM_UP_SHARE);
  return {
    name: 'accountStates of 100',
    paths: paths.slice(warmUpCount),
    warmUp: paths.slice(0, warmUpCount),
    perTurn: { one: 60, several: 100 },
    isNew: true,
  };
}
