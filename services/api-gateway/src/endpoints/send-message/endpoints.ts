import { hash, hashToBase64, type SentMessage } from '@tonriver/api-model';
import { z } from 'zod';
import { textOf } from '../../answers/json-text.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { bounds, exampleMessage, messageBody, readMessage, readMessageV3, trackedMessageBody } from './read-message.ts';
import { followMessage, sendMessage } from './send-message.ts';

const DESCRIPTION =
  'Accepted means that the message waits for its turn, not that a block has it. A message that the contract does not ' +
  "accept is refused with the node's words.";

/** What the endpoints that send have in common. */
const shared = { tag: 'messages', description: DESCRIPTION, caching: 'none', example: () => exampleMessage } as const;
const ERRORS = { 500: 'Refused by the chain', 501: 'The source of the network takes no messages' };
const NO_STORE = { 'Cache-Control': 'no-store' };

/** POST /v3/message. */
export const sendMessageV3 = defineEndpoint({
  ...shared,
  path: '/v3/message',
  summary: 'Sends an external message',
  description: {
    contract: `${DESCRIPTION} With track_only a message that was sent elsewhere is only followed, for pendingActions.`,
    deployed: DESCRIPTION,
  },
  errors: { contract: ERRORS, deployed: { ...ERRORS, 401: 'The message is missing' } },
  body: {
    schema: { contract: trackedMessageBody, deployed: messageBody },
    bounds,
    read: readMessageV3,
  },
  answerSchema: z
    .strictObject({
      message_hash: hash.meta({ description: 'Hash of the message, standard base64' }),
      message_hash_norm: hash.meta({ description: 'Hash of its normalised form (TEP-467), standard base64' }),
    })
    .meta({ id: 'SentMessage' }),
  async answer({ boc, isTrackedOnly }, { messages, follower, signalFor }) {
    const sent = isTrackedOnly
      ? await followMessage(follower, boc)
      : await sendMessage({ messages, follower, signalFor }, boc, 500);
    const names = { message_hash: hashToBase64(sent.hash), message_hash_norm: hashToBase64(sent.normalisedHash) };
    return { text: textOf(names), headers: NO_STORE };
  },
});

/** Defines one of the three endpoints of v2 that send. */
function sendV2(parts: {
  readonly name: 'sendBoc' | 'sendBocReturnHash' | 'sendBocReturnHashNoError';
  readonly summary: string;
  readonly resultSchema: z.ZodType;
  readonly resultOf: (sent: SentMessage) => unknown;
  readonly refusedStatus: 400 | 500;
}): Endpoint {
  const { name, summary, resultSchema, resultOf, refusedStatus } = parts;
  return defineEndpoint({
    ...shared,
    path: `/v2/${name}`,
    summary,
    errors: refusedStatus === 400 ? { ...ERRORS, 400: 'Refused by the chain' } : ERRORS,
    body: {
      schema: messageBody,
      bounds,
      read: (body, { dialect, isStrict }) => readMessage(body, { dialect, generation: 'v2', isStrict }),
    },
    answerSchema: resultSchema,
    async answer(boc, { messages, follower, signalFor }) {
      return {
        text: textOf(resultOf(await sendMessage({ messages, follower, signalFor }, boc, refusedStatus))),
        headers: NO_STORE,
      };
    },
  });
}

const messageInfo = z
  .strictObject({
    '@type': z.literal('raw.extMessageInfo'),
    hash: hash.meta({ description: 'Hash of the message, standard base64' }),
    hash_norm: hash.meta({ description: 'Hash of its normalised form (TEP-467), standard base64' }),
  })
  .meta({ id: 'ExtMessageInfo' });

function messageInfoOf({ hash: own, normalisedHash }: SentMessage): z.output<typeof messageInfo> {
  return { '@type': 'raw.extMessageInfo', hash: hashToBase64(own), hash_norm: hashToBase64(normalisedHash) };
}

/** POST /v2/sendBoc, sendBocReturnHash and sendBocReturnHashNoError, and the methods of jsonRPC. */
export const sendEndpointsV2: readonly Endpoint[] = [
  sendV2({
    name: 'sendBoc',
    summary: 'Sends an external message, earlier generation',
    resultSchema: z.strictObject({ '@type': z.literal('ok') }).meta({ id: 'Ok' }),
    resultOf: () => ({ '@type': 'ok' }),
    refusedStatus: 500,
  }),
  sendV2({
    name: 'sendBocReturnHash',
    summary: 'Sends an external message and returns its hashes',
    resultSchema: messageInfo,
    resultOf: messageInfoOf,
    refusedStatus: 500,
  }),
  sendV2({
    name: 'sendBocReturnHashNoError',
    summary: 'The same; a refused message is answered with 400',
    resultSchema: messageInfo,
    resultOf: messageInfoOf,
    refusedStatus: 400,
  }),
];
