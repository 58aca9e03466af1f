import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { Dialect } from '../dialects/dialect.ts';
import type { ResultV2 } from '../endpoints/endpoint.ts';
import { answeringOf, type Caching, type EndpointDefinition } from '../endpoints/endpoint-definition.ts';
import { createFindAnswer } from './find-answer.ts';
import { parametersOf } from './parameters.ts';
import type { RouteDependencies } from './route-dependencies.ts';
import { workContextOf } from './work-context.ts';

/** Creates what finds or makes the results of an endpoint of v2 in one dialect. */
export function createResultV2<Schema extends z.ZodObject, Asked, Caches extends Caching>(
  definition: EndpointDefinition<Schema, Asked, Caches>,
  name: string,
  dependencies: RouteDependencies,
  dialect: Dialect,
): (asked: Asked, request: Request, response: Response) => Promise<ResultV2> {
  const answering = answeringOf(definition);
  switch (answering.kind) {
    case 'from rows': {
      const find = createFindAnswer(dependencies, dialect, { name, answer: answering.answer });
      return async function foundResult(asked, request, response) {
        const parameters = parametersOf(request, dialect);
        // The envelope is put around the plain text.
        const { answer, isFromCache } = await find(asked, response, { parameters, coding: undefined });
        return { text: [answer.body], isFromCache };
      };
    }
    case 'anew':
      return async function newResult(asked, _request, response) {
        const made = await answering.answer(asked, workContextOf(dependencies, dialect, response));
        response.set(made.headers ?? {});
        return { text: made.text, isFromCache: made.isFromCache ?? false };
      };
    case 'from pending traces':
      throw new TypeError(`${name}: pending traces are of v3`);
  }
}
