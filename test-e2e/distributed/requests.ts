import type { ApiRequest } from './answers.ts';
import { queryRows } from './query-rows.ts';
import type { StandaloneForm } from './standalone-form.ts';

interface SampledMessage {
  readonly message_hash: string;
  readonly body: string;
  readonly code: string | null;
  readonly owner: string;
  readonly chain: number;
}

/** How many messages are asked for, each in three spellings and two dialects. */
const MESSAGES = 20;
const ROUNDS = 12;
const GET_METHOD_ACCOUNTS = 4;

const BASES = ['/api/v3', '/toncenter/api/v3'];

/**
 * Requests of every kind over what is indexed: look-ups in all spellings of a hash, filters, pages, rounds, bodies to
 * be decoded, and what clients get wrong.
 */
export async function sampleRequests(form: StandaloneForm, rounds: number): Promise<readonly ApiRequest[]> {
  const messages = await queryRows<SampledMessage>(
    form,
    `SELECT DISTINCT hex(hash) AS message_hash, hex(body_hash) AS body,
            if(opcode IS NULL, NULL, toString(opcode)) AS code, hex(account) AS owner, workchain AS chain
     FROM messages FINAL ORDER BY cityHash64(hash) LIMIT ${MESSAGES}`,
  );
  const bodies = await queryRows<{ content: string }>(
    form,
    `SELECT base64Encode(boc) AS content FROM cell_trees FINAL WHERE length(boc) < 1000 ORDER BY cityHash64(hash) LIMIT 10`,
  );
  const seqnos = Array.from({ length: ROUNDS }, (_, index) => 1 + Math.round((index * (rounds - 1)) / (ROUNDS - 1)));
  return BASES.flatMap((base) => [
    { path: `${base}/masterchainInfo` },
    ...seqnos.flatMap((seqno) => roundRequests(base, seqno)),
    ...messages.flatMap((message) => messageRequests(base, message)),
    ...decodeRequests(base, messages, bodies),
    ...getMethodRequests(base, messages, seqnos),
    ...wrongRequests(base, rounds),
  ]);
}

function roundRequests(base: string, seqno: number): readonly ApiRequest[] {
  return [
    { path: `${base}/masterchainBlockShardState?seqno=${seqno}` },
    { path: `${base}/masterchainBlockShards?seqno=${seqno}` },
    { path: `${base}/masterchainBlockShards?seqno=${seqno}&limit=2&offset=1` },
  ];
}

function messageRequests(base: string, message: SampledMessage): readonly ApiRequest[] {
  const path = `${base}/transactionsByMessage`;
  const bytes = Buffer.from(message.message_hash, 'hex');
  const account = encodeURIComponent(`${message.chain}:${message.owner}`);
  const spellings = [bytes.toString('hex'), encodeURIComponent(bytes.toString('base64')), bytes.toString('base64url')];
  return [
    ...spellings.map((hash) => ({ path: `${path}?msg_hash=${hash}` })),
    { path: `${path}?msg_hash=${spellings[0]}&direction=in` },
    { path: `${path}?body_hash=${message.body.toLowerCase()}&limit=5&sort=asc` },
    { path: `${path}?body_hash=${message.body.toLowerCase()}&account=${account}&limit=3` },
    ...(message.code === null ? [] : [{ path: `${path}?opcode=${message.code}&limit=4&offset=1` }]),
  ];
}

function decodeRequests(
  base: string,
  messages: readonly SampledMessage[],
  bodies: readonly { readonly content: string }[],
): readonly ApiRequest[] {
  const opcodes = messages.flatMap(({ code }) => (code === null ? [] : [code]));
  const contents = bodies.map(({ content }) => content);
  return [
    { path: `${base}/decode?${[...opcodes, '0x7362d09c'].map((code) => `opcodes=${code}`).join('&')}` },
    ...contents.map((content) => ({ path: `${base}/decode?bodies=${encodeURIComponent(content)}` })),
    { path: `${base}/decode`, body: JSON.stringify({ opcodes, bodies: contents }) },
  ];
}

/** Get-methods of accounts that took part, at rounds of the past where the dialect knows them. */
function getMethodRequests(
  base: string,
  messages: readonly SampledMessage[],
  seqnos: readonly number[],
): readonly ApiRequest[] {
  const path = `${base}/runGetMethod`;
  const accounts = messages.slice(0, GET_METHOD_ACCOUNTS).map(({ chain, owner }) => `${chain}:${owner}`);
  return [`-1:${'3'.repeat(64)}`, ...accounts].flatMap((address) => [
    { path, body: JSON.stringify({ address, method: 'seqno', stack: [{ type: 'num', value: '5' }] }) },
    ...seqnos.map((seqno) => ({ path, body: JSON.stringify({ address, method: 'active_election_id', seqno }) })),
  ]);
}

function wrongRequests(base: string, rounds: number): readonly ApiRequest[] {
  return [
    { path: `${base}/masterchainBlockShards?seqno=${rounds + 1}` },
    { path: `${base}/masterchainBlockShards?seqno=x` },
    { path: `${base}/masterchainBlockShardState` },
    { path: `${base}/masterchainBlockShards?seqno=1&limit=0` },
    { path: `${base}/transactionsByMessage` },
    { path: `${base}/transactionsByMessage?msg_hash=${'00'.repeat(32)}` },
    { path: `${base}/transactionsByMessage?msg_hash=nonsense` },
    { path: `${base}/transactionsByMessage?opcode=1&limit=1001` },
    { path: `${base}/decode?bodies=nonsense` },
    { path: `${base}/decode`, body: '{' },
    { path: `${base}/pendingActions?account=0` },
    { path: `${base}/unknown` },
  ];
}
