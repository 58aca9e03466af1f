import { objectSchemas } from '@tonriver/api-model';
import { z } from 'zod';
import { eachDialect } from '../by-dialect.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { decode } from './decode.ts';
import { decodeBody, decodeExample, decodeQuery, readDecodeBody, readDecodeLists } from './request.ts';

/** GET and POST decode: names of opcodes and contents of bodies, which needs no stored data. */
export const decodeEndpoint = defineEndpoint({
  path: '/v3/decode',
  tag: 'utils',
  summary: 'Names of opcodes and contents of message bodies',
  description: 'Answers in the order of the request. A body that cannot be read says so in its place.',
  query: { schema: decodeQuery, read: readDecodeLists },
  body: {
    schema: decodeBody,
    // Two lists of strings. Other members are ignored, and must be few.
    bounds: { nestingMax: 16, valuesMax: 10_000 },
    read: (body, { dialect }) => readDecodeBody(body, dialect),
  },
  example: () => decodeExample,
  answerSchema: eachDialect((dialect) => {
    const { bodyForms } = objectSchemas(dialect);
    const unread = z.strictObject({ error: z.string() });
    const entry =
      dialect === 'contract'
        ? bodyForms.decoded
        : z.union([bodyForms.decoded, bodyForms.undecoded, unread]).meta({
            id: 'DecodedEntry',
            description: 'As `decoded` of a message; of a body that cannot be read, the error',
          });
    return z.strictObject({ opcodes: z.array(z.string()), bodies: z.array(entry) }).meta({ id: 'Decoded' });
  }),
  caching: 'none',
  async answer(input, { dialect, slicedWork, requestTimeoutMs, signalFor }) {
    return { text: [await decode(dialect, input, slicedWork, signalFor(requestTimeoutMs))] };
  },
});
