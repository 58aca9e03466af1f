import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DIALECT_NAMES, type DialectName } from '@tonriver/api-model';
import { openTransactionPart } from '@tonriver/block-rows';
import { storedCells } from '@tonriver/chain-reader/testing';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { createMemoryPendingStore } from '@tonriver/pending-store';
import {
  CLIENT_LANGUAGES,
  type ClientLanguage,
  answerProblems,
  type DescribedAnswer,
  describePart,
  documentProblems,
  generateClients,
  temporaryDirectory,
} from '@tonriver/testing';
import { endpointDocument } from './documentation/endpoint-document.ts';
import { casesOfDocument, type ClientCase } from './testing/cases-of-document.test-support.ts';
import { createFakeExecutor } from './testing/fake-executor.test-support.ts';
import { writeExampleTrace } from './testing/example-trace.test-support.ts';
import { builtPendingTrace, refusedTraceOf } from './testing/pending-traces.test-support.ts';
import { writeExampleRows } from './testing/example-rows.test-support.ts';
import { type RecordingProxy, startRecordingProxy } from './testing/recording-proxy.test-support.ts';
import {
  accounts,
  bodies,
  FIRST_SEQNO,
  LAST_SEQNO,
  messageHash,
  transactionHash,
} from './testing/sample-chain.test-support.ts';
import { openSampleStore, writeNetwork } from './testing/sample-store.test-support.ts';
import { startTestGateway, type TestGateway } from './testing/test-gateway.test-support.ts';

/** Programs are started, which takes long on a busy machine. */
const SLOW_MS = 180_000;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const boc = base64(bodies.comment.boc);
const executor = createFakeExecutor();
executor.next = {
  stack: [
    { type: 'number', value: '-12' },
    { type: 'cell', boc },
    { type: 'tuple', items: [{ type: 'list', items: [{ type: 'slice', boc }] }, { type: 'null' }] },
  ],
};

const cells = storedCells();
executor.trace = {
  seqno: LAST_SEQNO,
  isIncomplete: true,
  isLarge: false,
  rootHash: base64(openTransactionPart(cells).transactionHashAt(0) ?? new Uint8Array(0)),
  parts: [{ workchain: cells.workchain, content: base64(cells.content) }],
  codes: { [base64(new Uint8Array(32))]: boc },
};

const mined = builtPendingTrace();
const [normalisedHash, hash] = [3, 4].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [string, string];
const refusedMessage = refusedTraceOf({ normalisedHash, hash, answer: { seqno: LAST_SEQNO } }, mined.account);
const pending = createMemoryPendingStore({ partitions: 1 });

const [carol, bob] = [addressOf(accounts.carol), addressOf(accounts.bob)];

function addressOf(account: Uint8Array): string {
  return `0:${Buffer.from(account).toString('hex')}`;
}

function get(path: string, parameters: Readonly<Record<string, unknown>>, status = 200): ClientCase {
  return { operation: `get_v3_${path}`, arguments: parameters, status };
}

function post(path: string, body: unknown, status = 200): ClientCase {
  return { operation: `post_${path.slice(1).replaceAll('/', '_')}`, body, status };
}

/** The requests by GET and by POST of an endpoint of v2. */
function ofV2(name: string, parameters: Readonly<Record<string, unknown>>, status = 200): ClientCase[] {
  const asked = { operation: `get_v2_${name}`, arguments: parameters, status };
  return [asked, post(`/v2/${name}`, parameters, status)];
}

const decoding = { opcodes: ['0x0f8a7ea5'], bodies: Object.values(bodies).map((body) => base64(body.boc)) };
const notABag = { bodies: ['AAAA'] };

/** Answers that examples do not have: refusals, and values that are null, absent or nested. */
function casesByHand(dialect: DialectName, language: ClientLanguage): readonly ClientCase[] {
  const refused = dialect === 'contract' ? 400 : 422;
  const account = `0:${'AB'.repeat(32)}`;
  const stored = [carol, bob];
  const masterchainBlock = { workchain: -1, shard: '-9223372036854775808', seqno: LAST_SEQNO };
  const shardBlock = { workchain: 0, shard: String(-(2n ** 62n)), seqno: 103 };
  const call = { address: account, method: 'seqno', stack: [['num', '0x1f']] };
  const argument = { type: 'num', value: '0x1f' };
  const nested = { type: 'tuple', value: [{ type: 'slice', value: boc }, { type: 'null' }] };
  const stack = dialect === 'contract' ? [argument, nested] : [argument, { type: 'cell', value: boc }];
  const badCall = { ...call, address: 'nowhere' };
  return [
    get('masterchainInfo', {}),
    ...['masterchainBlockShardState', 'masterchainBlockShards'].flatMap((path) => [
      ...[FIRST_SEQNO, FIRST_SEQNO + 1, LAST_SEQNO].map((seqno) => get(path, { seqno })),
      get(path, { seqno: LAST_SEQNO + 1 }, 404),
    ]),
    ...(['external', 'first', 'second', 'third', 'log', 'partial'] as const).map((name) =>
      get('transactionsByMessage', { msg_hash: [messageHash(name)] }),
    ),
    get('transactionsByMessage', {}, refused),
    get('blocks', { mc_seqno: LAST_SEQNO }),
    get('messages', { opcode: '0xd53276db' }),
    get('transactions', { hash: [transactionHash('receiving')] }),
    get('transactions', { mc_seqno: LAST_SEQNO + 1 }, 404),
    get('adjacentTransactions', { hash: transactionHash('receiving') }),
    get('adjacentTransactions', { hash: transactionHash('twin') }, 404),
    get('transactionsByMasterchainBlock', { seqno: LAST_SEQNO }),
    get('transactionsByMasterchainBlock', { seqno: LAST_SEQNO + 1 }, 404),
    get('accountStates', { address: stored }),
    get('accountStates', { address: [carol], include_boc: 'false' }),
    get('accountStates', { address: [] }, refused),
    get('walletStates', { address: stored }),
    get('walletStates', { address: [] }, refused),
    get('addressInformation', { address: bob }),
    get('addressInformation', { address: 'null' }, dialect === 'contract' ? 400 : 401),
    get('walletInformation', { address: account }, dialect === 'contract' ? 404 : 200),
    get('walletInformation', { address: carol }, 409),
    get('topAccountsByBalance', { limit: 2 }),
    get('topAccountsByBalance', { limit: 1000, offset: 4001 }, refused),
    get('addressBook', { address: [...stored, 'nothing'] }),
    // The client in TypeScript sends an empty text for an empty list: that is an address of which nothing is known.
    get('addressBook', { address: [] }, language === 'typescript' ? 200 : refused),
    get('decode', { opcodes: decoding.opcodes, bodies: [boc] }),
    get('decode', { opcodes: ['none'] }, refused),
    post('/v3/decode', decoding),
    post('/v3/decode', notABag),
    get('actions', { limit: 2 }),
    get('actions', { limit: 1, include_transactions: 'true', include_accounts: 'true' }),
    get('actions', { tx_hash: ['nothing'] }, refused),
    get('traces', { limit: 2 }),
    get('traces', { limit: 1, include_actions: 'true' }),
    get('traces', { msg_hash: ['nothing'] }, refused),
    get('pendingActions', {}, refused),
    get('pendingActions', { account }),
    get('pendingActions', { account: mined.account, include_transactions: 'true' }),
    get('pendingTraces', {}, refused),
    get('pendingTraces', { ext_msg_hash: [mined.trace.key, refusedMessage.key] }),
    get('pendingTransactions', { account: [mined.account] }),
    get('pendingTransactions', { account: [account] }, 404),
    post('/v3/message', { boc }),
    post('/v3/message', { boc: '' }, dialect === 'contract' ? 400 : 401),
    post('/v2/sendBoc', { boc }),
    post('/v2/sendBocReturnHash', { boc }),
    post('/v2/sendBocReturnHashNoError', { boc }),
    post('/v3/estimateFee', { address: account, body: boc, ignore_chksig: false }),
    post('/v3/estimateFee', { address: 'nowhere', body: boc }, refused),
    post('/v2/estimateFee', { address: account, body: boc, init_code: '', init_data: '' }),
    post('/v2/estimateFee', { address: 'nowhere', body: boc }, refused),
    post('/v3/runGetMethod', { ...call, stack }),
    post('/v3/runGetMethod', { ...badCall, stack }, dialect === 'contract' ? 400 : 401),
    post('/v2/runGetMethod', call),
    post('/v2/runGetMethod', badCall, refused),
    post('/v2/jsonRPC', { method: 'runGetMethod', params: call, id: '1' }),
    post('/v2/jsonRPC', { method: 'runGetMethod', params: badCall, id: '1' }, 422),
    ...ofV2('getMasterchainInfo', {}),
    post('/v2/jsonRPC', { method: 'getMasterchainInfo', id: '1' }),
    ...['detectAddress', 'packAddress', 'unpackAddress'].flatMap((name) => ofV2(name, { address: account })),
    ...ofV2('detectHash', { hash: 'ab'.repeat(32) }),
    ...ofV2('getConsensusBlock', {}),
    ...['getAddressInformation', 'getAddressBalance', 'getAddressState'].flatMap((name) =>
      ofV2(name, { address: account, seqno: LAST_SEQNO + 1 }, dialect === 'contract' ? 404 : 500),
    ),
    ...['getExtendedAddressInformation', 'getWalletInformation'].flatMap((name) =>
      ofV2(name, { address: account, seqno: LAST_SEQNO + 1 }, dialect === 'contract' ? 404 : 500),
    ),
    ...['shards', 'getShards', 'getConfigAll'].flatMap((name) =>
      ofV2(name, { seqno: LAST_SEQNO + 1 }, dialect === 'contract' ? 404 : 500),
    ),
    ...ofV2('getConfigParam', { param: 0, seqno: LAST_SEQNO + 1 }, dialect === 'contract' ? 404 : 500),
    ...ofV2('getLibraries', {}),
    ...['lookupBlock', 'getBlockHeader'].flatMap((name) => ofV2(name, masterchainBlock)),
    ...['getBlockTransactions', 'getBlockTransactionsExt'].flatMap((name) => ofV2(name, shardBlock)),
    ...ofV2('getTransactions', { address: carol, limit: 2 }),
    ...['tryLocateTx', 'tryLocateResultTx', 'tryLocateSourceTx'].flatMap((name) =>
      ofV2(name, { source: account, destination: account, created_lt: '5' }, 404),
    ),
    post('/v2/jsonRPC', { method: 'somethingElse', id: '1' }, 404),
  ];
}

let store: ClickHouseStore;
let gateway: TestGateway;
let proxy: RecordingProxy;
beforeAll(async () => {
  store = await openSampleStore();
  await writeNetwork(store);
  await writeExampleRows(store);
  await writeExampleTrace(store);
  const sent = { hash: new Uint8Array(32).fill(1), normalisedHash: new Uint8Array(32).fill(2) };
  await pending.put([mined.trace, refusedMessage].map((trace) => ({ trace, ttlMs: 3_600_000 })));
  await pending.confirm(0, 3_600_000);
  gateway = await startTestGateway(store, { executor, pending, messages: { send: async () => sent } });
  proxy = await startRecordingProxy(gateway.port);
});
afterAll(async () => {
  await proxy?.stop();
  await gateway?.stop();
  await store?.close();
});

describePart('generated-clients', 'OpenAPI documents, and the clients that openapi-generator makes of them,', () => {
  const folder = temporaryDirectory();
  const documents = { contract: documentOf('contract'), deployed: documentOf('deployed') };
  const answers: Record<DialectName, DescribedAnswer[]> = { contract: [], deployed: [] };
  let clients: Awaited<ReturnType<typeof generateClients<DialectName>>>;
  beforeAll(async () => {
    clients = await generateClients(documents, folder.path);
  }, 600_000);
  afterAll(() => folder.remove());

  it.each(DIALECT_NAMES)(
    'are valid in the %s dialect',
    async (dialect) => {
      const document = documents[dialect];
      expect(await documentProblems(document)).toEqual([]);
      expect(await documentProblems({ ...document, paths: { '/v3': { get: { operationId: 3 } } } })).not.toEqual([]);
    },
    SLOW_MS,
  );

  it.each(DIALECT_NAMES.flatMap((dialect) => CLIENT_LANGUAGES.map((language) => [dialect, language] as const)))(
    'send every request and read every answer of the %s dialect whole in %s',
    async (dialect, language) => {
      const cases = [...casesOfDocument(documents[dialect]), ...casesByHand(dialect, language)];
      const read = await clients[dialect][language].call(proxy.host, cases);
      const unsent = cases.flatMap(({ operation }, index) =>
        read[index]?.status === 0 ? [[operation, read[index].problem]] : [],
      );
      const exchanges = proxy.takeExchanges();
      expect([unsent, exchanges.length]).toEqual([[], cases.length]);
      for (const [index, { operation, arguments: parameters = {}, body, status }] of cases.entries()) {
        const [exchange, answered] = [exchanges[index], read[index]];
        expect([operation, sentQuery(exchange?.query), sentBody(exchange?.body)]).toEqual([
          operation,
          sentQuery(parameters),
          sentBody(body),
        ]);
        expect([operation, exchange?.status, exchange?.answer]).toEqual([operation, status, exchange?.answer]);
        const { problem } = answered ?? {};
        expect({ operation, problem, ...answered }).toEqual({ operation, problem, status, answer: exchange?.answer });
      }
      answers[dialect].push(
        ...cases.map(({ operation, status }, index) => ({ operation, status, answer: exchanges[index]?.answer })),
      );
      // Not only empty lists of traces and actions were read.
      const text = JSON.stringify(exchanges.map(({ answer }) => answer));
      for (const part of ['"children":[{"tx_hash"', '"transactions_full":[{', '"transactions_order":["']) {
        expect(text).toContain(part);
      }
    },
    SLOW_MS,
  );

  it.each(DIALECT_NAMES)(
    'are true: every answer of the %s dialect is what its document says',
    async (dialect) => {
      const document = documents[dialect];
      // Every client got the same answers.
      const texts = new Set(answers[dialect].map((answer) => JSON.stringify(answer)));
      const different = [...texts].map((text) => JSON.parse(text) as DescribedAnswer);
      expect(different.length).toBeGreaterThan(100);
      expect(await answerProblems(document, different)).toEqual([]);
      const damaged = different.map((one) => ({ ...one, answer: { ...(one.answer as object), unknown: true } }));
      expect((await answerProblems(document, damaged)).length).toBeGreaterThan(100);
    },
    SLOW_MS,
  );
});

/** The document with examples from the sample chain. */
function documentOf(dialect: DialectName): object {
  const examples = {
    seqno: LAST_SEQNO,
    account: bob,
    transactionHash: transactionHash('spreading'),
    messageHash: messageHash('first'),
    sender: addressOf(accounts.alice),
    messageLt: '10000002',
  };
  return endpointDocument({ dialect, servers: [], examples });
}

/** Parameters as texts. An empty list is not sent by some clients, and as an empty text by others. */
function sentQuery(parameters: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  const texts = Object.entries(parameters).map(([name, value]) => {
    const values = (Array.isArray(value) ? value : [value]).map(String);
    return [name, values.filter((text) => text !== '')] as const;
  });
  return Object.fromEntries(texts.filter(([, values]) => values.length > 0));
}

/** A body without members that are null: some clients send them for members that are not given. */
function sentBody(body: unknown): unknown {
  if (body === undefined) return undefined;
  const text = JSON.stringify(body, (_name, value: unknown) => (value === null ? undefined : value));
  return JSON.parse(text) as unknown;
}
