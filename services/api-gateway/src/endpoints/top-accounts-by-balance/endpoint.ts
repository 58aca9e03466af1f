import { address, decimal, limitParameter, offsetParameter } from '@tonriver/api-model';
import { z } from 'zod';
import { textOf } from '../../answers/json-text.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { CANDIDATES_MAX, findRichest } from './find-richest.ts';

const LIMIT_DEFAULT = 100;
/** The last place that can be answered: everything above it is read. */
const PLACES_MAX = 5000;

/**
 * GET topAccountsByBalance: the accounts with the largest balances at the watermark.
 *
 * Access path: see `findRichest`. It costs by the accounts that ever had such balances, not by all accounts.
 */
export const topAccountsByBalance = defineEndpoint({
  path: '/v3/topAccountsByBalance',
  tag: 'accounts',
  summary: 'Accounts with the largest balances',
  description:
    'The largest balance first; equal ones by workchain and account. At most the first 5,000 accounts. An account whose ' +
    'state is not known is left out.',
  query: {
    schema: z.object({ limit: limitParameter.optional(), offset: offsetParameter.optional() }),
    limitDefault: LIMIT_DEFAULT,
    read(query, dialect) {
      const { limit, offset } = dialect.page(query, LIMIT_DEFAULT);
      if (offset + limit > PLACES_MAX) {
        throw dialect.badRequest(`offset + limit is not allowed: ${offset + limit} > ${PLACES_MAX}`);
      }
      return { limit, offset };
    },
  },
  example: () => ({ limit: 10 }),
  answerSchema: z
    .array(z.strictObject({ account: address, balance: decimal }).meta({ id: 'AccountBalance' }))
    .meta({ id: 'AccountBalances' }),
  caching: 'watermark',
  async answer({ limit, offset }, { reader, visibility, dialect }) {
    const wanted = offset + limit;
    const richest = await reader.walking.run(() => findRichest(reader, visibility, wanted), wanted);
    if (richest.kind === 'too many') {
      throw dialect.badRequest(
        `more than ${CANDIDATES_MAX} accounts had such balances at some time: ask for a smaller offset or limit`,
      );
    }
    const page = richest.accounts.slice(offset, offset + limit);
    return {
      text: textOf(page.map(({ address: account, balance }) => ({ account, balance: String(balance) }))),
      isCacheable: richest.isComplete,
    };
  },
});
