import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Cell, CellBuilder, writeBag } from '@tonriver/boc';
import { rawRequest } from '@tonriver/testing';
import { stubStore, watermarkRows } from '@tonriver/chain-reader/testing';
import { createFakeExecutor } from './testing/fake-executor.test-support.ts';
import { startTestGateway, type TestGateway } from './testing/test-gateway.test-support.ts';

const MEGABYTE = 1024 * 1024;
const executor = createFakeExecutor();
let gateway: TestGateway;
/** How long the largest ordinary request blocks the event loop. */
let largestOrdinaryMs: number;

beforeAll(async () => {
  const store = stubStore(async (sql) => watermarkRows(sql) ?? []);
  gateway = await startTestGateway(store, { executor });
  largestOrdinaryMs = await holdMs(
    post('/api/v3/decode', JSON.stringify({ bodies: ['0'.repeat(4 * MEGABYTE - 100)] })),
  );
});
afterAll(async () => {
  await gateway?.stop();
});

/** The longest time between two turns of the loop while a request is answered: the median of some tries. */
async function holdMs(request: Buffer): Promise<number> {
  const holds: number[] = [];
  for (let tries = 0; tries < 5; tries += 1) holds.push(await holdOnceMs(request));
  return holds.toSorted((a, b) => a - b)[2] ?? 0;
}

async function holdOnceMs(request: Buffer): Promise<number> {
  let [longest, last, isOpen] = [0, performance.now(), true];
  const tick = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (isOpen) setImmediate(tick);
  };
  await new Promise<void>((resolve, reject) => {
    const socket = connect(gateway.port, '127.0.0.1', () => {
      last = performance.now();
      setImmediate(tick);
      socket.write(request);
    });
    socket.on('data', () => undefined);
    socket.on('close', () => resolve());
    socket.on('error', reject);
  });
  isOpen = false;
  return longest;
}

const leaving = { connection: 'close', 'content-type': 'application/json' };
const post = (path: string, body: string): Buffer => Buffer.from(rawRequest('POST', path, body, leaving));
const get = (path: string): Buffer => Buffer.from(rawRequest('GET', path, '', leaving));
const postPacked = (path: string, text: string): Buffer => {
  const packed = gzipSync(text);
  const head = rawRequest('POST', path, '', {
    ...leaving,
    'content-encoding': 'gzip',
    'content-length': String(packed.length),
  });
  return Buffer.concat([Buffer.from(head), packed]);
};

/** Returns a tree with so many different leaves. */
function wideTree(leaves: number): Cell {
  let level = Array.from({ length: leaves }, (_, index) => new CellBuilder().storeUint(index, 24).endCell());
  while (level.length > 1) {
    const above: Cell[] = [];
    for (let from = 0; from < level.length; from += 4) {
      const builder = new CellBuilder();
      for (const cell of level.slice(from, from + 4)) builder.storeRef(cell);
      above.push(builder.endCell());
    }
    level = above;
  }
  return level[0] ?? new CellBuilder().endCell();
}

/** Nested jetton transfers that all end with the same large payload. */
function nestedTransfers(depth: number): string {
  let cell = wideTree(6_000);
  for (let level = 0; level < depth; level += 1) {
    const builder = new CellBuilder().storeUint(0x0f8a7ea5, 32).storeUint(level, 64).storeCoins(1n).storeUint(0, 4);
    cell = builder.storeBit(true).storeRef(cell).storeCoins(1n).storeBit(true).storeRef(cell).endCell();
  }
  return Buffer.from(writeBag([cell])).toString('base64');
}

/** A bag of some cells that would be printed as thousands of objects. */
function doublingBag(depth: number): string {
  let cell = new CellBuilder().endCell();
  for (let level = 0; level < depth; level += 1) cell = new CellBuilder().storeRef(cell).storeRef(cell).endCell();
  return Buffer.from(writeBag([cell])).toString('base64');
}

const account = `0:${'AB'.repeat(32)}`;
const call = (changes: object): string => JSON.stringify({ address: account, method: 'seqno', stack: [], ...changes });

it.each([
  ['packed brackets', () => postPacked('/api/v3/decode', '['.repeat(4 * MEGABYTE - 10))],
  ['packed values', () => postPacked('/api/v3/decode', `{"opcodes":[${'"",'.repeat(1.3 * MEGABYTE)}""]}`)],
  ['nothing but escapes', () => post('/api/v3/decode', `{"bodies":["${'\\"'.repeat(2 * MEGABYTE - 100)}"]}`)],
  ['an opcode without end', () => post('/api/v3/decode', JSON.stringify({ opcodes: ['9'.repeat(4_000_000)] }))],
  [
    'bodies in bodies',
    () => post('/api/v3/decode', JSON.stringify({ bodies: Array.from({ length: 5 }, () => nestedTransfers(7)) })),
  ],
  ['nothing but parameters', () => get(`/api/v3/decode?${'a&'.repeat(520_000)}`)],
  ['long parameters', () => get(`/api/v3/transactionsByMessage?${`msg_hash=${'A'.repeat(190)}&`.repeat(4_990)}`)],
  ['nothing but commas', () => get(`/api/v3/transactionsByMessage?msg_hash=${','.repeat(1_040_000)}`)],
  ['a string that never ends', () => post('/api/v2/runGetMethod', `"${'\\"'.repeat(310_000)}`)],
  ['a long name', () => post('/api/v2/runGetMethod', call({ method: 'm'.repeat(600_000) }))],
  [
    'a full stack',
    () =>
      post(
        '/api/v3/runGetMethod',
        call({ stack: Array.from({ length: 1000 }, () => ({ type: 'num', value: `0x${'f'.repeat(64)}` })) }),
      ),
  ],
])('a request that is %s blocks the event loop little longer than the largest ordinary one', async (_what, make) => {
  expect(await holdMs(make())).toBeLessThan(3 * largestOrdinaryMs + 30);
});

it.each(['/toncenter/api/v2/runGetMethod', '/api/v3/runGetMethod'])(
  'an answer of %s as large as a result may be holds the loop little longer',
  async (path) => {
    executor.next = { stack: Array.from({ length: 3_000 }, () => ({ type: 'cell' as const, boc: doublingBag(11) })) };
    expect(await holdMs(post(path, call({})))).toBeLessThan(5 * largestOrdinaryMs + 50);
    executor.next = {};
  },
);

it('a few kilobytes of bodies do not get an answer of hundreds of megabytes', async () => {
  const builder = new CellBuilder().storeUint(0, 32);
  for (let count = 0; count < 120; count += 1) builder.storeUint(0x41, 8);
  let cell = builder.endCell();
  for (let level = 0; level < 6; level += 1) {
    const transfer = new CellBuilder().storeUint(0x0f8a7ea5, 32).storeUint(level, 64).storeCoins(1n).storeUint(0, 4);
    cell = transfer.storeBit(true).storeRef(cell).storeCoins(1n).storeBit(true).storeRef(cell).endCell();
  }
  const bodies = Array.from({ length: 1000 }, () => Buffer.from(writeBag([cell])).toString('base64'));
  const { status, json } = await gateway.request('/api/v3/decode', {
    method: 'POST',
    body: JSON.stringify({ bodies }),
    headers: { 'content-type': 'application/json' },
  });
  expect([status, json]).toEqual([400, { code: 400, error: 'the bodies are too large when they are decoded' }]);
});
