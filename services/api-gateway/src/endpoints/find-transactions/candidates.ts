import { HoleError, type TransactionKey, transactionKeyText, type TransactionRecord } from '@tonriver/chain-reader';
import { CANDIDATES_MAX, CANDIDATES_PER_READ, MISFITS_MAX, TOO_MANY_CANDIDATES, TOO_MANY_MISFITS } from './limits.ts';
import { createMatcher } from './matches.ts';
import { type FoundPage, pageRead, type Search } from './request.ts';

/** Candidates in the order of the request, some at a time. */
export type Candidates = AsyncIterable<readonly TransactionKey[]>;

/** Returns the page of candidates that all match. Only the transactions on the page are read, whatever the offset. */
export async function pageOfKeys({ reader, request, visible }: Search, candidates: Candidates): Promise<FoundPage> {
  const { limit, offset } = request.page;
  const keys: TransactionKey[] = [];
  let skippedCount = 0;
  for await (const some of candidates) {
    const skipped = Math.min(some.length, offset - skippedCount);
    skippedCount += skipped;
    keys.push(...some.slice(skipped, skipped + limit - keys.length));
    if (keys.length >= limit) break;
  }
  return { count: keys.length, read: async () => await readAll({ reader, visible }, keys) };
}

/** Returns the page of the candidates that match. All up to the end of the page are read. */
export async function pageOfMatches(
  { reader, request, visible, refuse }: Search,
  candidates: Candidates,
): Promise<FoundPage> {
  const { limit, offset } = request.page;
  const matches = createMatcher(request);
  const found: TransactionRecord[] = [];
  let triedCount = 0;
  for await (const some of candidates) {
    for (let start = 0; start < some.length && found.length < offset + limit; start += CANDIDATES_PER_READ) {
      if (triedCount >= CANDIDATES_MAX) throw refuse(TOO_MANY_CANDIDATES);
      if (triedCount - found.length >= MISFITS_MAX) throw refuse(TOO_MANY_MISFITS);
      const keys = some.slice(start, start + CANDIDATES_PER_READ);
      const records = await reader.walking.run(() => readAll({ reader, visible }, keys), keys.length);
      found.push(...records.filter(matches));
      triedCount += keys.length;
    }
    if (found.length >= offset + limit) break;
  }
  return pageRead(found.slice(offset, offset + limit));
}

/**
 * Reads transactions. One of a partial block may have moved to a round that is not visible yet.
 *
 * @throws {HoleError} when one of a round is not stored
 */
export async function readAll(
  { reader, visible }: Pick<Search, 'reader' | 'visible'>,
  keys: readonly TransactionKey[],
): Promise<readonly TransactionRecord[]> {
  const records = await reader.records.getMany(keys, visible);
  if (records.length === keys.length) return records;
  const found = new Set(records.map(({ keyText }) => keyText));
  const missing = keys.find((key) => (key.mcBlockSeqno ?? null) !== null && !found.has(transactionKeyText(key)));
  if (missing === undefined) return records;
  throw new HoleError({ table: 'transactions', requiredBy: 'block_transactions', key: transactionKeyText(missing) });
}
