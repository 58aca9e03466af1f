/** How long emulations of each account took lately, with their waits. */
export interface UsedTime {
  add(account: string, usedMs: number, nowMs: number): void;
  /** Milliseconds; what was used counts half after each `HALF_LIFE_MS`. */
  of(account: string, nowMs: number): number;
}

const HALF_LIFE_MS = 10_000;
/** More accounts than can use much in that time. The one that used something the longest ago is forgotten. */
const ACCOUNTS_MAX = 10_000;

export function createUsedTime(): UsedTime {
  /** In the order in which they used something last. */
  const accounts = new Map<string, { readonly usedMs: number; readonly atMs: number }>();
  const of = (account: string, nowMs: number): number => {
    const used = accounts.get(account);
    return used === undefined ? 0 : used.usedMs * 2 ** ((used.atMs - nowMs) / HALF_LIFE_MS);
  };
  return {
    of,
    add(account, usedMs, nowMs) {
      const sum = of(account, nowMs) + usedMs;
      accounts.delete(account);
      accounts.set(account, { usedMs: sum, atMs: nowMs });
      if (accounts.size <= ACCOUNTS_MAX) return;
      for (const oldest of accounts.keys()) {
        accounts.delete(oldest);
        return;
      }
    },
  };
}
