import { expect, it } from '@jest/globals';
import { transactionsByMessageQuery, readQuery } from '@tonriver/api-model';
import { GatewayError } from '../../gateway-error.ts';
import type { ChainReader } from '../../reading/chain-reader.ts';
import type { MessageIndexQuery } from '../../reading/message-index.ts';
import { everyRoundVisible } from '../../testing/nothing-required.test-support.ts';
import { findTransactions, MISFITS_MAX } from './find.ts';

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
  return { queries, reader: reader as unknown as ChainReader };
}

function requestOf(text: string) {
  const reading = readQuery(transactionsByMessageQuery, new URLSearchParams(text));
  if (reading.kind === 'faults') throw new TypeError('The test asks for something wrong');
  return {
    filters: reading.query,
    direction: undefined,
    order: 'desc' as const,
    page: { limit: 100, offset: 0 },
  };
}

const find = (reader: ChainReader, text: string) =>
  findTransactions(reader, requestOf(text), everyRoundVisible, (refusal) => new GatewayError('bad_request', refusal));

it('findTransactions refuses filters without matches after few candidates', async () => {
  const { reader, queries } = endlessReader();
  await expect(find(reader, 'opcode=1&start_utime=5')).rejects.toMatchObject({ code: 'bad_request' });
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
  const walked = { ...reader, messageIndex: async () => undefined } as unknown as ChainReader;
  await expect(find(walked, 'opcode=1')).rejects.toMatchObject({
    code: 'bad_request',
    message: expect.stringContaining('more than 200000 messages would have to be looked at'),
  });
});
