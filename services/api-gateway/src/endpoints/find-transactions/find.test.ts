import { expect, it } from '@jest/globals';
import { createQueryReader } from '@tonriver/api-model';
import type { MessageIndexQuery } from '@tonriver/chain-reader';
import { everyRoundVisible } from '@tonriver/chain-reader/testing';
import { GatewayError } from '../../gateway-error.ts';
import { transactionFilters } from './filters.ts';
import { findTransactions } from './find.ts';
import { MISFITS_MAX } from './limits.ts';
import type { AnswerReader } from '../../answers/answer-reader.ts';

/** An endless index of transactions, none of which matches a filter that needs their rows. */
function endlessReader() {
  const queries: MessageIndexQuery[] = [];
  let lt = 1_000_000n;
  const reader = {
    messageIndex: async (query: MessageIndexQuery) => {
      queries.push(query);
      return Array.from({ length: query.limit }, () => ({ workchain: 0, account: new Uint8Array(32), lt: (lt -= 1n) }));
    },
    walking: { run: (work: () => unknown) => work() },
    records: { getMany: async () => [] },
    blocks: {
      rounds: { get: async () => ({ startLt: 10n, endLt: 20n }) },
      byKey: { get: async () => ({ startLt: 12n, endLt: 14n }) },
    },
  };
  return { queries, reader: reader as unknown as AnswerReader };
}

function requestOf(text: string) {
  const reading = createQueryReader(transactionFilters)(new URLSearchParams(text));
  if (reading.kind === 'faults') throw new TypeError('The test asks for something wrong');
  return {
    filters: reading.query,
    direction: undefined,
    order: 'desc' as const,
    orderBy: 'lt' as const,
    page: { limit: 100, offset: 0 },
  };
}

const find = (reader: AnswerReader, text: string) =>
  findTransactions({
    reader,
    request: requestOf(text),
    visible: everyRoundVisible,
    refuse: (refusal) => new GatewayError('bad_request', refusal),
  });

it('findTransactions refuses filters without matches after few candidates', async () => {
  const { reader, queries } = endlessReader();
  await expect(find(reader, 'opcode=1&start_utime=5')).rejects.toMatchObject({
    code: 'bad_request',
    message: expect.stringContaining(`more than ${MISFITS_MAX} transactions that do not match`),
  });
  expect(queries.reduce((total, { limit }) => total + limit, 0)).toBe(MISFITS_MAX);
});

it('findTransactions filters round and workchain in the index, so a page is one query', async () => {
  const { reader, queries } = endlessReader();
  await find(reader, 'opcode=1&workchain=0&mc_seqno=7');
  expect(queries).toMatchObject([{ workchain: 0, mcBlockSeqno: 7, ltMin: 10n, ltMax: 20n, limit: 100 }]);
});

it('findTransactions searches the transactions of a block within its logical time', async () => {
  const { reader, queries } = endlessReader();
  await find(reader, 'opcode=1&workchain=0&shard=8000000000000000&seqno=7').catch(() => undefined);
  expect(queries[0]).toMatchObject({ ltMin: 12n, ltMax: 14n });
});

it('findTransactions refuses an offset for which too many index rows would be read', async () => {
  const { reader } = endlessReader();
  const walked = { ...reader, messageIndex: async () => undefined } as unknown as AnswerReader;
  await expect(find(walked, 'opcode=1')).rejects.toMatchObject({
    code: 'bad_request',
    message: expect.stringContaining('more than 200000 messages would have to be looked at'),
  });
});
