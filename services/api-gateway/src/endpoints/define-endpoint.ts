import type { Request as HttpRequest, RequestHandler } from 'express';
import type { z } from 'zod';
import { contextOf } from '../middleware/request-context.ts';
import { bodyWordsOf } from '../serving/body-words.ts';
import { createDelivery } from '../serving/deliver.ts';
import { createFormReader, createJsonBodyReader } from '../serving/json-body.ts';
import { withLowerCaseNames } from '../serving/member-names.ts';
import { parametersOf } from '../serving/parameters.ts';
import { eachDialect, valueOf } from './by-dialect.ts';
import { defineEndpointV2 } from './define-endpoint-v2.ts';
import { describeEndpoint } from './describe-endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import type { Caching, EndpointDefinition } from './endpoint-definition.ts';
import { createQueryInputReader, describeQuery } from './query-input.ts';

/**
 * Defines an endpoint. Its routes, checks, cache keys, metrics and part of both documents follow from the one value.
 * A path of v2 is served by GET and POST and by jsonRPC, with the envelope of v2. See README.md of this folder.
 */
export function defineEndpoint<Schema extends z.ZodObject, Request, Caches extends Caching>(
  definition: EndpointDefinition<Schema, Request, Caches>,
): Endpoint {
  return definition.path.startsWith('/v2/') ? defineEndpointV2(definition) : defineEndpointV3(definition);
}

function defineEndpointV3<Schema extends z.ZodObject, Request, Caches extends Caching>(
  definition: EndpointDefinition<Schema, Request, Caches>,
): Endpoint {
  const { path, otherPaths = [], query, body, answerSchema } = definition;
  const isOfEmulation = path.startsWith('/emulate/');
  const name = path.replace(/^\/(v3|emulate\/v1)\//, '');
  return {
    paths: [path, ...otherPaths],
    keepsCompressed: definition.caching === 'watermark',
    answerSchema: eachDialect((dialect) => valueOf(answerSchema, dialect)),
    createMethods(dependencies, dialect) {
      const deliver = createDelivery(definition, name, dependencies, dialect);
      const methods: { GET?: RequestHandler; POST?: RequestHandler } = {};
      const read =
        query === undefined
          ? undefined
          : createQueryInputReader(query, dialect, dialect.queryError, dialect.queryRules);
      if (read !== undefined) {
        methods.GET = async function answerToQuery(request, response) {
          contextOf(response).endpoint = name;
          const parameters = parametersOf(request, dialect);
          await deliver(read(parameters), request, response, parameters);
        };
      }
      if (body !== undefined) {
        const rules = {
          bytesMax: dependencies.bodyBytesMax,
          ...body.bounds,
          ...bodyWordsOf(dialect, isOfEmulation ? 'emulation' : 'v3'),
        };
        const contentType = dialect.readsAnyBody ? 'any json' : 'application/json';
        const readJson = createJsonBodyReader(dependencies.readBody, { ...rules, contentType });
        const readForm = createFormReader(dependencies.readBody, dialect, rules);
        const readAsked = async (request: HttpRequest): Promise<Request> => {
          const isForm = dialect.readsAnyBody && typeof request.is('application/x-www-form-urlencoded') === 'string';
          if (isForm && read !== undefined) return read(await readForm(request));
          const json = await readJson(request);
          return body.read(dialect.ignoresCase ? withLowerCaseNames(json) : json, { dialect, isStrict: false });
        };
        methods.POST = async function answerToBody(request, response) {
          contextOf(response).endpoint = name;
          await deliver(await readAsked(request), request, response, parametersOf(request, dialect));
        };
      }
      return methods;
    },
    describe: (dialect, indexed) => {
      const answer = valueOf(answerSchema, dialect);
      const shared = { ...describeEndpoint(definition, dialect, indexed), answer };
      return [
        ...(query === undefined ? [] : [{ ...shared, method: 'get' as const, ...describeQuery(query, dialect) }]),
        ...(body === undefined ? [] : [{ ...shared, method: 'post' as const, body: valueOf(body.schema, dialect) }]),
      ];
    },
  };
}
