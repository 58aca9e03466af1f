import type { z } from 'zod';
import type { DialectName } from '../dialect-name.ts';
import { getMethodBodies } from '../requests/get-method.ts';
import {
  decodeBody,
  decodeQuery,
  masterchainInfoQuery,
  pendingActionsQuery,
  shardBlocksQuery,
  transactionsByMessageQuery,
} from '../requests/requests.ts';

/** One operation of the API, for the OpenAPI document. */
export interface EndpointDescription {
  readonly method: 'get' | 'post';
  /** Path below the dialect's base path, such as `/v3/decode`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly query?: z.ZodObject;
  /** Required parameters. */
  readonly requiredParameters?: readonly string[];
  /** The default of `limit`. */
  readonly limitDefault?: number;
  readonly body?: z.ZodType;
  /** Name of the answer's component; absent if the endpoint answers 501. */
  readonly answer?:
    | 'MasterchainInfo'
    | 'ShardBlocks'
    | 'Transactions'
    | 'Decoded'
    | 'GetMethodResult'
    | 'GetMethodResultV2'
    | 'JsonRpcResult';
  /** True if invalid requests are answered like in the deployed service, in both dialects. */
  readonly isDeployedForm?: boolean;
  readonly hasNotFound?: boolean;
  readonly hasTotalCount?: boolean;
}

const SHARDS_DESCRIPTION: Readonly<Record<DialectName, string>> = {
  contract: 'All blocks, and a page of their transactions; X-Total-Count tells how many there are.',
  deployed: 'Ordered by workchain, shard (as a signed number) and seqno. 404 also past the last page.',
};

/** Descriptions of the tags. */
export const ENDPOINT_TAGS = [
  { name: 'blockchain', description: 'Blocks, transactions and messages' },
  { name: 'utils', description: 'Reading of opcodes and bodies' },
  { name: 'actions', description: 'What transactions mean' },
  { name: 'get-methods', description: 'Contracts asked' },
];

/** Returns the eight endpoints of a dialect, and jsonRPC, by which one of them can also be called. */
export function endpointDescriptions(dialect: DialectName, exampleAccount?: string): readonly EndpointDescription[] {
  return [...chainEndpoints(dialect), ...SHARED_ENDPOINTS, ...getMethodEndpoints(dialect, exampleAccount)];
}

function chainEndpoints(dialect: DialectName): readonly EndpointDescription[] {
  const isContract = dialect === 'contract';
  const shardState = isContract ? shardBlocksQuery : shardBlocksQuery.pick({ seqno: true });
  // The deployed service reads a missing seqno as 0, for which there is never a result.
  const shardBlocks = { requiredParameters: ['seqno'], limitDefault: isContract ? 1000 : 100 };
  return [
    {
      method: 'get',
      path: '/v3/masterchainInfo',
      tag: 'blockchain',
      summary: 'First and last indexed masterchain block',
      description: 'Every round between them is complete: what is not there did not happen.',
      query: masterchainInfoQuery,
      answer: 'MasterchainInfo',
    },
    {
      method: 'get',
      path: '/v3/masterchainBlockShardState',
      tag: 'blockchain',
      summary: 'A masterchain block and the newest block of every shard in its state',
      description: SHARDS_DESCRIPTION[dialect],
      query: shardState,
      ...shardBlocks,
      answer: 'ShardBlocks',
      hasNotFound: true,
      hasTotalCount: isContract,
    },
    {
      method: 'get',
      path: '/v3/masterchainBlockShards',
      tag: 'blockchain',
      summary: 'A masterchain block and every shard block that it committed',
      description: SHARDS_DESCRIPTION[dialect],
      query: shardBlocksQuery,
      ...shardBlocks,
      answer: 'ShardBlocks',
      hasNotFound: true,
      hasTotalCount: isContract,
    },
    {
      method: 'get',
      path: '/v3/transactionsByMessage',
      tag: 'blockchain',
      summary: 'Transactions whose inbound or outbound message has the given hash, body or opcode',
      description:
        'At least one of msg_hash, body_hash and opcode is needed; all that are given must hold. Newest first, each once.',
      query: transactionsByMessageQuery,
      limitDefault: 100,
      answer: 'Transactions',
    },
  ];
}

/** The endpoints that are the same in all dialects. */
const SHARED_ENDPOINTS: readonly EndpointDescription[] = [
  {
    method: 'get',
    path: '/v3/decode',
    tag: 'utils',
    summary: 'Names of opcodes and contents of message bodies',
    description: 'Answers in the order of the request. A body that cannot be read says so in its place.',
    query: decodeQuery,
    answer: 'Decoded',
  },
  {
    method: 'post',
    path: '/v3/decode',
    tag: 'utils',
    summary: 'Names of opcodes and contents of message bodies',
    description: 'Answers in the order of the request. A body that cannot be read says so in its place.',
    body: decodeBody,
    answer: 'Decoded',
  },
  {
    method: 'get',
    path: '/v3/pendingActions',
    tag: 'actions',
    summary: 'Pending actions',
    description: 'Not implemented yet: what does not fit is refused, everything else is answered with 501.',
    query: pendingActionsQuery,
  },
];

function getMethodEndpoints(dialect: DialectName, exampleAccount?: string): readonly EndpointDescription[] {
  const isContract = dialect === 'contract';
  const bodies = getMethodBodies(dialect, exampleAccount);
  return [
    {
      method: 'post',
      path: '/v3/runGetMethod',
      tag: 'get-methods',
      summary: 'Runs a get-method',
      description:
        'At the newest indexed block' +
        (isContract ? ', or at seqno' : '') +
        '. An exit code other than 0 is an answer, not an error.',
      body: bodies.v3,
      answer: 'GetMethodResult',
      hasNotFound: isContract,
    },
    {
      method: 'post',
      path: '/v2/runGetMethod',
      tag: 'get-methods',
      summary: 'Runs a get-method, earlier generation',
      description: 'At the newest indexed block, or at seqno. An exit code other than 0 is an answer, not an error.',
      body: bodies.v2,
      answer: 'GetMethodResultV2',
      hasNotFound: isContract,
    },
    {
      method: 'post',
      path: '/v2/jsonRPC',
      tag: 'get-methods',
      summary: 'runGetMethod by its name: method and params in the body',
      description: 'The params are the body of POST /v2/runGetMethod; other methods are not served.',
      body: bodies.jsonRpc,
      answer: 'JsonRpcResult',
      isDeployedForm: true,
      hasNotFound: true,
    },
  ];
}
