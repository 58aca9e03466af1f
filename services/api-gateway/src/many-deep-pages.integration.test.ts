import { expect, it } from '@jest/globals';
import { createMemoryCache } from '@tonriver/cache';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { MessageRow, TransactionRow } from '@tonriver/row-schema';
import { messageRow, openTestStore, transactionRow } from '@tonriver/chain-reader/testing';
import { bodies, EXCESS, sampleChain } from './testing/sample-chain.test-support.ts';
import { startTestGateway } from './testing/test-gateway.test-support.ts';
import { writeRows } from './testing/write-rows.test-support.ts';

const COUNT = 8_000;
/** Long enough for pages that nothing holds up, also on a machine that has much else to do. */
const AMPLE_TIME_MS = 60_000;
/** Too short for 80 deep pages. */
const SHORT_TIME_MS = 4_000;
/** Starting the engine and writing the messages may take long too. */
const TEST_TIME_MS = 180_000;
const HELD_OPCODE = 0x4242;

/** Transactions of many accounts, each with a message of one opcode, in a round of the sample chain. */
function manyMessages(): {
  readonly transactions: readonly TransactionRow[];
  readonly messages: readonly MessageRow[];
} {
  const transactions: TransactionRow[] = [];
  const messages: MessageRow[] = [];
  for (let index = 0; index < COUNT; index++) {
    const hash = Buffer.alloc(32);
    hash.writeUInt32BE(Math.imul(index + 1, 2_654_435_761) >>> 0);
    hash.writeUInt32BE(index, 4);
    const place = { account: hash, lt: 10_100_000n + BigInt(index), mcBlockSeqno: 10, blockSeqno: 100 };
    transactions.push(transactionRow({ ...place, hash }));
    const message = { direction: 'in' as const, opcode: EXCESS, bodyHash: bodies.excess.hash, hash };
    messages.push(messageRow({ ...place, ...message }));
  }
  return { transactions, messages };
}

/** A store that leaves the index of one opcode unread until it is told. */
function holdingStore(store: ClickHouseStore) {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const select = async (...given: Parameters<ClickHouseStore['select']>): Promise<unknown> => {
    if (given[1].includes(`opcode = ${HELD_OPCODE}`)) await released;
    return await store.select(...given);
  };
  return { store: { ...store, select: select as ClickHouseStore['select'] }, release };
}

/** A gateway over the engine inside the process, as `npm start` has it, with more messages than fit on a page. */
async function startBusyGateway(requestTimeoutMs: number) {
  const store = await openTestStore();
  const held = holdingStore(store);
  await writeRows(store, { ...sampleChain, watermarks: [{ firstSeqno: 10, lastSeqno: 12 }] });
  await writeRows(store, manyMessages());
  const gateway = await startTestGateway(held.store, {
    cache: createMemoryCache({ bytesMax: 1 }),
    config: { requestTimeoutMs },
  });
  return {
    ask: (query: string) => gateway.request(`/api/v3/transactionsByMessage?${query}`),
    release: held.release,
    async stop() {
      held.release();
      await gateway.stop();
      await store.close();
    },
  };
}

it(
  '80 small pages that are requested at once are all answered',
  async () => {
    const gateway = await startBusyGateway(AMPLE_TIME_MS);
    try {
      const answers = await Promise.all(
        Array.from({ length: 80 }, (_, index) => gateway.ask(`opcode=${index + 1}&limit=10`)),
      );
      const countOf = (status: number): number => answers.filter((answer) => answer.status === status).length;
      process.stdout.write(`80 small pages at once: ${countOf(200)} answered, ${countOf(503)} refused\n`);
      expect(countOf(200)).toBe(80);
    } finally {
      await gateway.stop();
    }
  },
  TEST_TIME_MS,
);

it(
  'a small page does not wait for a slow search in another index',
  async () => {
    const gateway = await startBusyGateway(AMPLE_TIME_MS);
    try {
      const slow = gateway.ask(`opcode=${HELD_OPCODE.toString(16)}&limit=10`);
      expect((await gateway.ask('opcode=7&limit=10')).status).toBe(200);
      gateway.release();
      expect((await slow).status).toBe(200);
    } finally {
      await gateway.stop();
    }
  },
  TEST_TIME_MS,
);

it(
  'small pages overtake waiting deep ones',
  async () => {
    const gateway = await startBusyGateway(AMPLE_TIME_MS);
    try {
      const askDeep = (offset: number) => gateway.ask(`opcode=${HELD_OPCODE.toString(16)}&limit=300&offset=${offset}`);
      const deep = Array.from({ length: 10 }, (_, index) => askDeep(50_000 + index));
      const small = await Promise.all([1, 2, 3].map((opcode) => gateway.ask(`opcode=${opcode}&limit=100`)));
      expect(small.map(({ status }) => status)).toEqual([200, 200, 200]);
      gateway.release();
      const answers = await Promise.all(deep);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    } finally {
      await gateway.stop();
    }
  },
  TEST_TIME_MS,
);

it(
  '80 deep pages that are requested at once are answered or refused in time, and none times out',
  async () => {
    const gateway = await startBusyGateway(SHORT_TIME_MS);
    try {
      const ask = (offset: number) => gateway.ask(`opcode=d53276db&limit=300&offset=${offset}`);
      expect((await ask(5_000)).status).toBe(200);
      const answers = await Promise.all(Array.from({ length: 80 }, (_, index) => ask(5_000 + 20 * index)));
      const countOf = (status: number): number => answers.filter((answer) => answer.status === status).length;
      process.stdout.write(
        `80 deep pages at once: ${countOf(200)} answered, ${countOf(503)} refused, ${countOf(504)} late\n`,
      );
      expect(countOf(504)).toBe(0);
      expect(countOf(200) + countOf(503)).toBe(80);
      expect(countOf(200)).toBeGreaterThan(0);
      for (const { status, headers } of answers)
        if (status === 503) expect(headers.get('retry-after')).toMatch(/^\d+$/);
    } finally {
      await gateway.stop();
    }
  },
  TEST_TIME_MS,
);
