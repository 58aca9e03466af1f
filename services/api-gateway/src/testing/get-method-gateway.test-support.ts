import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { CellBuilder, writeBag } from '@tonriver/boc';
import { stubStore, watermarkRows } from '@tonriver/chain-reader/testing';
import { createFakeExecutor, type FakeExecutor } from './fake-executor.test-support.ts';
import { startTestGateway, type TestAnswer, type TestGateway } from './test-gateway.test-support.ts';

/** The prefixes of the dialects. */
export const [CONTRACT, DEPLOYED] = ['/api', '/toncenter/api'] as const;
export const address = `0:${'AB'.repeat(32)}`;
export const boc = Buffer.from(writeBag([new CellBuilder().storeUint(1, 16).endCell()])).toString('base64');
const basic = { address, method: 'seqno', stack: [] as unknown };

/** A gateway over a fake executor for the tests of one file, with functions for requests. */
export function describeGetMethods() {
  const executor: FakeExecutor = createFakeExecutor();
  let gateway: TestGateway | undefined;
  beforeAll(async () => {
    const store = stubStore(async (sql) => watermarkRows(sql) ?? []);
    gateway = await startTestGateway(store, { executor, config: { getMethodTimeoutMs: 300 } });
  });
  afterAll(() => gateway?.stop());
  beforeEach(() => {
    executor.calls.length = 0;
    executor.next = {};
  });
  const send = (path: string, body: unknown, contentType = 'application/json'): Promise<TestAnswer> => {
    if (gateway === undefined) throw new TypeError('The gateway has not been started');
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return gateway.request(path, { method: 'POST', body: text, headers: { 'content-type': contentType } });
  };
  return {
    executor,
    send,
    v3: (base: string, changes: object = {}) => send(`${base}/v3/runGetMethod`, { ...basic, ...changes }),
    v2: (base: string, changes: object = {}) => send(`${base}/v2/runGetMethod`, { ...basic, ...changes }),
    rpc: (base: string, body: unknown) => send(`${base}/v2/jsonRPC`, body),
  };
}

/** Returns status and text of an error. */
export const said = ({ status, json }: TestAnswer): unknown => [status, json['error']];
