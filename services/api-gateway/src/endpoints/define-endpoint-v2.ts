import { type DialectName, extraV2 } from '@tonriver/api-model';
import type { Request as HttpRequest, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { deployed } from '../dialects/deployed.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { contextOf } from '../middleware/request-context.ts';
import { createResultV2 } from '../serving/result-v2.ts';
import { createV2BodyReader, sendEnvelope } from '../serving/v2.ts';
import { parametersOf } from '../serving/parameters.ts';
import type { RouteDependencies } from '../serving/route-dependencies.ts';
import { eachDialect, valueOf } from './by-dialect.ts';
import { describeEndpoint } from './describe-endpoint.ts';
import type { Endpoint, ResultV2 } from './endpoint.ts';
import type { Caching, EndpointDefinition } from './endpoint-definition.ts';
import { createInputReaderV2 } from './input-v2.ts';
import { describeQuery } from './query-input.ts';

/** The limits of a body with parameters: some lists of them. */
const PARAMETERS_BOUNDS = { nestingMax: 4, valuesMax: 5_000, hasExactIntegers: true };

/** Defines an endpoint of v2: GET, POST and a method of jsonRPC, with the envelope of v2. */
export function defineEndpointV2<Schema extends z.ZodObject, Request, Caches extends Caching>(
  definition: EndpointDefinition<Schema, Request, Caches>,
): Endpoint {
  const { path, query, body, answerSchema } = definition;
  const method = path.replace(/^\/v2\//, '');
  // v3 has endpoints of the same names.
  const name = `${method}V2`;
  const capitalised = `${method.charAt(0).toUpperCase()}${method.slice(1)}`;
  const { envelopeName = `${capitalised}Answer` } = definition;
  const envelope = eachDialect((dialect) =>
    envelopeSchema(valueOf(answerSchema, dialect), dialect).meta({ id: envelopeName }),
  );
  const members = eachDialect((dialect) =>
    body === undefined
      ? (query?.schema ?? z.object({})).meta({ id: `${capitalised}Request` })
      : valueOf(body.schema, dialect),
  );

  const createAnswer = (dependencies: RouteDependencies, dialect: Dialect) => {
    const { ofQuery, ofMembers } = createInputReaderV2(definition, dialect);
    const result = createResultV2(definition, name, dependencies, dialect);
    return { ofQuery, ofMembers, result };
  };

  return {
    paths: [path],
    keepsCompressed: false,
    answerSchema: envelope,
    createMethods(dependencies, dialect) {
      const { ofQuery, ofMembers, result } = createAnswer(dependencies, dialect);
      const readJson = createV2BodyReader(dependencies, dialect, body?.bounds ?? PARAMETERS_BOUNDS);
      const POST: RequestHandler = async function answerToMembers(request, response) {
        contextOf(response).endpoint = name;
        const asked = ofMembers(await readJson(request), dialect.name === 'deployed');
        await sendEnvelope(response, dialect, await result(asked, request, response));
      };
      if (query === undefined) return { POST };
      const GET: RequestHandler = async function answerToQuery(request, response) {
        contextOf(response).endpoint = name;
        const asked = ofQuery(parametersOf(request, dialect));
        await sendEnvelope(response, dialect, await result(asked, request, response));
      };
      return { GET, POST };
    },
    describe(dialect, indexed) {
      const shared = { ...describeEndpoint(definition, dialect, indexed), answer: envelope[dialect] };
      return [
        ...(query === undefined ? [] : [{ ...shared, method: 'get' as const, ...describeQuery(query, dialect) }]),
        { ...shared, method: 'post' as const, body: members[dialect], example: shared.example ?? {} },
      ];
    },
    rpc: {
      name: method,
      resultSchema: valueOf(answerSchema, 'deployed'),
      example: (indexed) => definition.example?.(indexed) ?? {},
      createCall(dependencies) {
        const { ofMembers, result } = createAnswer(dependencies, deployed);
        return async function call(params: unknown, request: HttpRequest, response: Response): Promise<ResultV2> {
          return await result(ofMembers(params, false), request, response);
        };
      },
    },
  };
}

function envelopeSchema(result: z.ZodType, dialect: DialectName) {
  return z.strictObject({ ok: z.literal(true), result, ...(dialect === 'deployed' ? { '@extra': extraV2 } : {}) });
}
