import { findByAccount } from './by-account.ts';
import { findInBlocks, namesBlocks } from './by-block.ts';
import { findByCorrespondent, namesCorrespondent } from './by-correspondent.ts';
import { findByHash } from './by-hash.ts';
import { findByMessageIndex } from './by-message-index.ts';
import { findInRounds } from './by-rounds.ts';
import { type FoundPage, pageRead, type Search } from './request.ts';
import { spanOf } from './span.ts';

/**
 * Returns the transactions of one page, distinct and in total order.
 *
 * The first filter that a request has decides how candidates are found: hashes of messages or transactions; opcode or
 * body; accounts; block or round; source or destination. Without any of them, rounds are walked. Bounds of time and
 * logical time narrow all ways, and the other filters are tried on the candidates.
 *
 * @throws {GatewayError} made by `refuse`, when more would have to be read than `limits.ts` allows
 */
export async function findTransactions(search: Search): Promise<FoundPage> {
  const { filters } = search.request;
  // A list of nothing matches nothing, and only standard addresses have transactions.
  const isEmpty = [filters.msg_hash, filters.hash].some((hashes) => hashes?.length === 0);
  if (isEmpty || filters.account?.every(({ kind }) => kind !== 'std') === true) return pageRead([]);
  if (filters.msg_hash !== undefined || filters.hash !== undefined) return await findByHash(search);
  const span = await spanOf(search);
  if (span.ltMin !== undefined && span.ltMax !== undefined && span.ltMin > span.ltMax) return pageRead([]);
  if (filters.opcode !== undefined || filters.body_hash !== undefined) return await findByMessageIndex(search, span);
  if (filters.account !== undefined) return await findByAccount(search, span);
  if (namesBlocks(search)) return await findInBlocks(search, span);
  if (namesCorrespondent(search)) return await findByCorrespondent(search, span);
  return await findInRounds(search, span);
}
