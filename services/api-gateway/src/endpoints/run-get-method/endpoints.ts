import type { IndexedExamples } from '../../documentation/indexed-examples.ts';
import { contract } from '../../dialects/contract.ts';
import { deployed } from '../../dialects/deployed.ts';
import type { Dialect } from '../../dialects/dialect.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { answersV3, resultsV2 } from './answer-schemas.ts';
import { bodyV2, bodyV3, exampleCall } from './bodies.ts';
import { callErrorsOf } from './call-errors.ts';
import { readCallOfV2, readCallOfV3 } from './read-call.ts';
import { resultOfV2, resultOfV3 } from './results.ts';
import { runCall } from './run-call.ts';
import type { ArgumentRules } from './stack-arguments.ts';

/**
 * Limits for a body: tuples of the deepest nesting, each of some objects and arrays; a thousand entries of some values.
 * Integers of a stack may be 257 bits long. Bodies are parsed on the main thread. A stack may have 64 KiB of cells; in
 * base64, with names and numbers, that is well below the most bytes.
 */
const bounds = { nestingMax: 512, valuesMax: 20_000, hasExactIntegers: true, bytesMax: 640 * 1024 };

const rulesOf = (dialect: Dialect, generation: 'v3' | 'v2'): ArgumentRules => ({
  errors: callErrorsOf(dialect, generation),
  isContract: dialect.name === 'contract',
});
const rulesV3 = { contract: rulesOf(contract, 'v3'), deployed: rulesOf(deployed, 'v3') };
const rulesV2 = { contract: rulesOf(contract, 'v2'), deployed: rulesOf(deployed, 'v2') };

const NOT_INDEXED = { 404: 'Not indexed' };

/** What both generations have in common. */
const shared = {
  tag: 'get-methods',
  example: (indexed: IndexedExamples | undefined) =>
    indexed?.account === undefined ? exampleCall : { ...exampleCall, address: indexed.account, method: 'seqno' },
  caching: 'none',
} as const;

/** POST /v3/runGetMethod. */
export const runGetMethodV3 = defineEndpoint({
  ...shared,
  path: '/v3/runGetMethod',
  summary: 'Runs a get-method',
  description: {
    contract: 'At the newest indexed block, or at seqno. An exit code other than 0 is an answer, not an error.',
    deployed: 'At the newest indexed block. An exit code other than 0 is an answer, not an error.',
  },
  errors: {
    contract: NOT_INDEXED,
    deployed: { 401: 'The address or the method is missing', 500: 'The stack has an element of another type' },
  },
  body: { schema: bodyV3, bounds, read: (body, { dialect }) => readCallOfV3(body, rulesV3[dialect.name]) },
  answerSchema: answersV3,
  async answer(read, context) {
    const rules = rulesV3[context.dialect.name];
    const { answer, headers } = await runCall(context, read, rules.errors);
    return { text: [JSON.stringify(resultOfV3(answer, read, rules))], headers };
  },
});

/** POST /v2/runGetMethod, and the method runGetMethod of jsonRPC. */
export const runGetMethodV2 = defineEndpoint({
  ...shared,
  path: '/v2/runGetMethod',
  summary: 'Runs a get-method, earlier generation',
  description: 'At the newest indexed block, or at seqno. An exit code other than 0 is an answer, not an error.',
  body: {
    schema: bodyV2,
    bounds,
    read: (body, { dialect, isStrict }) => readCallOfV2(body, rulesV2[dialect.name], isStrict),
  },
  errors: { contract: NOT_INDEXED, deployed: {} },
  answerSchema: resultsV2,
  envelopeName: 'GetMethodResultV2',
  async answer(read, context) {
    const { errors, isContract } = rulesV2[context.dialect.name];
    const { answer, headers } = await runCall(context, read, errors);
    const result = JSON.stringify(resultOfV2(answer));
    return { text: [isContract ? JSON.stringify(result) : result], headers, isFromCache: answer.isCached };
  },
});
