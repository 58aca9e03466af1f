import { extraV2 } from '@tonriver/api-model';
import type { RequestHandler } from 'express';
import { z } from 'zod';
import { ReadingError } from '@tonriver/chain-reader';
import { deployed } from '../../dialects/deployed.ts';
import { GatewayError } from '../../gateway-error.ts';
import { gatewayErrorOf } from '../../gateway-error-of.ts';
import { contextOf } from '../../middleware/request-context.ts';
import { bodyWordsOf } from '../../serving/body-words.ts';
import { notImplemented } from '../../serving/not-implemented.ts';
import { createV2BodyReader, sendEnvelope } from '../../serving/v2.ts';
import { deployedMethods } from '../deployed-routes.ts';
import type { Endpoint } from '../endpoint.ts';

/** The limits of a body: those of the largest call, which is one of runGetMethod. */
const bounds = { nestingMax: 512, valuesMax: 20_000, hasExactIntegers: true, bytesMax: 640 * 1024 };

const bodySchema = z
  .object({
    jsonrpc: z.literal('2.0').optional(),
    id: z.union([z.string(), z.int()]).meta({ id: 'RequestId' }).optional(),
    method: z.string().meta({ examples: ['runGetMethod'] }),
    params: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'JsonRpcRequest' });

/**
 * Creates POST /v2/jsonRPC: every method of v2 by its name, in the deployed form under both dialects. The answer also
 * has `jsonrpc` and `id`. Unknown parameters are ignored, because some clients send them.
 */
export function createJsonRpc(endpoints: readonly Endpoint[]): Endpoint {
  const methods = new Map(endpoints.flatMap(({ rpc }) => (rpc === undefined ? [] : [[rpc.name, rpc] as const])));
  const resultSchemas = [...methods.values()].flatMap(({ resultSchema }) => resultSchema ?? []);
  const answer = envelopeOf(z.union(resultSchemas));
  return {
    paths: ['/v2/jsonRPC'],
    keepsCompressed: false,
    answerSchema: { contract: answer, deployed: answer },
    createMethods(dependencies) {
      const calls = new Map([...methods].map(([name, { createCall }]) => [name, createCall(dependencies)]));
      const readJson = createV2BodyReader(dependencies, deployed, bounds);
      const POST: RequestHandler = async function answerToCall(request, response) {
        contextOf(response).endpoint = 'jsonRPC';
        const { method, params, id } = callOf(await readJson(request));
        const members = {
          jsonrpc: '2.0',
          ...(typeof id === 'string' || typeof id === 'number' ? { id: String(id) } : {}),
        };
        try {
          const call = calls.get(method);
          if (call === undefined) throw unknownMethod(method);
          await sendEnvelope(response, deployed, await call(paramsOf(params), request, response), members);
        } catch (error) {
          throw isAnswered(error) ? withMembers(gatewayErrorOf(error), members) : error;
        }
      };
      return { POST };
    },
    describe(_dialect, indexed) {
      // The first method that has parameters shows best how to call one.
      const shown = [...methods.values()].find(({ example }) => Object.keys(example(indexed)).length > 0);
      const example = { jsonrpc: '2.0', id: '1', method: shown?.name, params: shown?.example(indexed) };
      return [
        {
          method: 'post',
          path: '/v2/jsonRPC',
          tag: 'get-methods',
          summary: 'Methods of v2 by their names: method and params in the body',
          description: `The params are the body of POST /v2/<method>. Methods: ${[...methods.keys()].join(', ')}.`,
          body: bodySchema,
          example,
          answer: describedAnswer,
          errors: { 404: 'Not indexed, or an unknown method', 501: 'The method is not implemented yet' },
          isDeployedForm: true,
        },
      ];
    },
  };
}

/** The envelope with a result. */
function envelopeOf(result: z.ZodType) {
  return z.strictObject({
    ok: z.literal(true),
    result,
    '@extra': extraV2,
    jsonrpc: z.literal('2.0'),
    id: z.string().optional(),
  });
}

// Generated clients cannot tell the results apart, so that the document leaves them open.
const describedAnswer = envelopeOf(z.unknown().meta({ description: 'The result of POST /v2/<method>' })).meta({
  id: 'JsonRpcResult',
});

/** Reads the members of a call. @throws {GatewayError} for a body without a method */
function callOf(body: unknown): { readonly method: string; readonly params: unknown; readonly id: unknown } {
  const members = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
  const { method, params, id } = members as Readonly<Record<string, unknown>>;
  if (typeof method === 'string') return { method, params, id };
  throw bodyWordsOf(deployed, 'v2').badRequest("Error at path 'method': Field is missing");
}

/** Reads `params`. Anything except an object with members, or a list with elements, is a call without parameters. */
function paramsOf(params: unknown): unknown {
  if (Array.isArray(params) && params.length > 0) throw deployed.badRequest('params must contain an object');
  return typeof params === 'object' && params !== null && !Array.isArray(params) ? params : {};
}

function unknownMethod(method: string): GatewayError {
  return deployedMethods.has(method) ? notImplemented(method) : new GatewayError('not_found', 'Unknown method');
}

/** Tells whether an error has a text for callers, other than a failure. */
function isAnswered(error: unknown): boolean {
  return error instanceof GatewayError || error instanceof ReadingError;
}

function withMembers(error: GatewayError, members: Readonly<Record<string, unknown>>): GatewayError {
  const { code, message, status, retryAfterSeconds, cause } = error;
  return new GatewayError(code, message, {
    status,
    members,
    cause,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}
