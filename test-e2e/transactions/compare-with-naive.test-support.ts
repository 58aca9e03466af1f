import { expect } from '@jest/globals';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { builtSource, eventually, temporaryDirectory } from '@tonriver/testing';
import fc from 'fast-check';
import { startTestGateway, type TestGateway } from '@tonriver/api-gateway/testing';
import { drawnRequests, queryOf } from './draw-requests.ts';
import { indexRounds, moveWatermark } from './index-rounds.ts';
import { hexOf, naiveAnswer } from './naive-filter.ts';
import { readAllTransactions, type StoredTransaction } from './stored-transactions.ts';

const BASES = { contract: '/api', deployed: '/toncenter/api' } as const;
const ROUNDS = 45;
/** The watermarks at which requests are compared, one after the other. */
const WATERMARKS = [38, ROUNDS];
/** The share of draws that may be refused because they are too broad. */
export const REFUSED_SHARE_MAX = 0.05;

/** An indexed chain with many kinds of events, whose last rounds are not visible yet, and a gateway over it. */
export interface ComparedChain {
  readonly gateway: TestGateway;
  readonly store: ClickHouseStore;
  readonly all: readonly StoredTransaction[];
  moveTo(watermark: number): Promise<void>;
  close(): Promise<void>;
}

/** The watermark is `firstWatermark` at first. */
export async function openComparedChain(seed: string, firstWatermark = WATERMARKS[0]!): Promise<ComparedChain> {
  const folder = temporaryDirectory();
  const chain = builtSource({
    seed,
    rounds: ROUNDS + 2,
    transactionsPerRound: 40,
    accounts: 60,
    distinctBodies: false,
  });
  const store = await indexRounds(folder.path, chain, { rounds: ROUNDS, partial: 2 });
  const all = await readAllTransactions(store);
  await moveWatermark(store, firstWatermark);
  const gateway = await startTestGateway(store, { config: { requestTimeoutMs: 60_000 } });
  return {
    gateway,
    store,
    all,
    async moveTo(watermark) {
      await moveWatermark(store, watermark);
      await eventually(
        async () => {
          const { json } = await gateway.request('/api/v3/masterchainInfo');
          return (json['last'] as { readonly seqno?: number } | undefined)?.seqno === watermark;
        },
        { timeoutMs: 20_000 },
      );
    },
    async close() {
      await gateway.stop();
      await store.close();
      folder.remove();
    },
  };
}

/** Compares drawn requests with a search through all rows. Returns what shares were refused, and had no answer. */
export async function compareDraws(
  chain: ComparedChain,
  { count, seed }: { readonly count: number; readonly seed: number },
) {
  const printed = new Map<string, unknown>();
  const statistics = { refused: 0, empty: 0, total: 0 };
  for (const watermark of WATERMARKS) {
    await chain.moveTo(watermark);
    printed.clear();
    await fc.assert(
      fc.asyncProperty(drawnRequests(chain.all, watermark), async (request) => {
        const path = `${BASES[request.dialect]}/v3/transactions?${queryOf(request)}`;
        const { status, json } = await chain.gateway.request(path);
        statistics.total += 1;
        if (status === (request.dialect === 'contract' ? 400 : 422)) {
          expect([path, json['error']]).toEqual([path, expect.stringMatching(/too (?:broad|large)/)]);
          statistics.refused += 1;
          return;
        }
        expect([path, status, json['error']]).toEqual([path, 200, undefined]);
        const transactions = json['transactions'] as unknown as readonly { readonly hash: string }[];
        const hashes = transactions.map(({ hash }) => hexOf(Buffer.from(hash, 'base64')));
        expect([path, hashes]).toEqual([path, naiveAnswer(chain.all, request, watermark)]);
        if (hashes.length === 0) statistics.empty += 1;
        // However it is found, a transaction is printed in one way.
        for (const [index, hash] of hashes.entries()) {
          const key = `${request.dialect} ${hash}`;
          if (!printed.has(key)) printed.set(key, transactions[index]);
          expect(transactions[index]).toEqual(printed.get(key));
        }
      }),
      { seed, numRuns: Math.ceil(count / WATERMARKS.length) },
    );
  }
  const { total, refused, empty } = statistics;
  process.stdout.write(`transactions: ${total} draws, ${refused} too broad, ${empty} without an answer\n`);
  return { refusedShare: refused / total, emptyShare: empty / total };
}
