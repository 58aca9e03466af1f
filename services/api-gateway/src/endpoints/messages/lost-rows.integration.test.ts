import { afterEach, expect, it } from '@jest/globals';
import { openTestStore } from '@tonriver/chain-reader/testing';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { bodies, FIRST_SEQNO, LAST_SEQNO, messageHash, sampleChain } from '../../testing/sample-chain.test-support.ts';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.test-support.ts';
import { writeRows } from '../../testing/write-rows.test-support.ts';

let store: ClickHouseStore | undefined;
let gateway: TestGateway | undefined;

afterEach(async () => {
  await gateway?.stop();
  await store?.close();
});

/** A gateway over the sample chain, from which a table has lost some rows. */
async function startWithout(lost: string): Promise<TestGateway> {
  store = await openTestStore();
  await writeRows(store, { ...sampleChain, watermarks: [{ firstSeqno: FIRST_SEQNO, lastSeqno: LAST_SEQNO }] });
  await store.command(`ALTER TABLE ${lost} SETTINGS mutations_sync = 2`);
  gateway = await startTestGateway(store, { config: { holeRecheckMs: 1 } });
  return gateway;
}

const bob = `0:${Buffer.from('bob').toString('hex').padEnd(64, '0')}`;
const carol = `0:${Buffer.from('carol').toString('hex').padEnd(64, '0')}`;

it('a page of messages fails when a row is not there that its index names', async () => {
  const { request } = await startWithout(`messages DELETE WHERE lt IN (11000003, 11000010)`);
  for (const query of [
    `msg_hash=${messageHash('second')}`,
    'opcode=0xd53276db',
    `body_hash=${Buffer.from(bodies.comment.hash).toString('hex')}`,
    `source=${bob}`,
    `destination=${carol}`,
    '',
  ]) {
    const { status, json } = await request(`/api/v3/messages?${query}`);
    expect([query, status, json['error']]).toEqual([query, 500, expect.stringContaining('stored data is incomplete')]);
  }
  expect((await request(`/api/v3/messages?msg_hash=${'00'.repeat(32)}`)).status).toBe(200);
}, 60_000);

it('a page of blocks fails when a row is not there that the list of its round names', async () => {
  const { request } = await startWithout(`blocks DELETE WHERE workchain = 0 AND seqno = 102`);
  for (const query of ['', 'workchain=0', 'start_lt=0&sort=asc&limit=3']) {
    const { status, json } = await request(`/api/v3/blocks?${query}`);
    expect([query, status, json['error']]).toEqual([query, 500, expect.stringContaining('stored data is incomplete')]);
  }
  expect((await request('/api/v3/blocks?workchain=-1')).status).toBe(200);
}, 60_000);
