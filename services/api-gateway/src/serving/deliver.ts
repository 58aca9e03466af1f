import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { AssembledAnswer } from '../answer-cache.ts';
import { acceptedCoding } from '../content-coding.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { answeringOf, type Caching, type EndpointDefinition } from '../endpoints/endpoint-definition.ts';
import { GatewayError } from '../gateway-error.ts';
import { createFindAnswer, inTime, readingContextOf } from './find-answer.ts';
import type { RouteDependencies } from './route-dependencies.ts';
import { sendAnew } from './send-anew.ts';
import { workContextOf } from './work-context.ts';

/** Answers one request that was read and checked. */
export type Deliver<Asked> = (
  asked: Asked,
  request: Request,
  response: Response,
  parameters: URLSearchParams,
) => Promise<void>;

/** Creates what answers the requests of an endpoint of v3 in one dialect: the answer as it is kept, or a new one. */
export function createDelivery<Schema extends z.ZodObject, Asked, Caches extends Caching>(
  definition: EndpointDefinition<Schema, Asked, Caches>,
  name: string,
  dependencies: RouteDependencies,
  dialect: Dialect,
): Deliver<Asked> {
  const answering = answeringOf(definition);
  switch (answering.kind) {
    case 'from rows': {
      const find = createFindAnswer(dependencies, dialect, { name, answer: answering.answer });
      return async function deliverKept(asked, request, response, parameters) {
        const { answer } = await find(asked, response, { parameters, coding: acceptedCoding(request) });
        sendKept(response, dialect, answer);
      };
    }
    case 'anew':
      return async function deliverNew(asked, _request, response) {
        const context = workContextOf(dependencies, dialect, response);
        const { text, headers = {} } = await answering.answer(asked, context);
        response.set(headers);
        await sendAnew(response, dialect, text);
      };
    case 'from pending traces':
      return async function deliverPending(asked, request, response, parameters) {
        const { pending, finishedTraces } = dependencies;
        if (pending === undefined) throw noPendingTraces(name);
        const reading = await readingContextOf(dependencies, dialect, response, parameters);
        const context = { ...reading, pending, finishedTraces, headerOf: (header: string) => request.get(header) };
        const { text } = await inTime(dependencies, response, parameters, () => answering.answer(asked, context));
        response.set('Cache-Control', 'no-store');
        await sendAnew(response, dialect, text);
      };
  }
}

function noPendingTraces(name: string): GatewayError {
  return new GatewayError('not_implemented', `${name} is not available: no store of pending traces is configured`);
}

function sendKept(
  response: Response,
  { contentType }: Dialect,
  { body, coding, entityTag, totalCount }: AssembledAnswer,
): void {
  response.set('Vary', 'Accept-Encoding');
  if (coding !== undefined) response.set('Content-Encoding', coding);
  if (totalCount !== undefined) response.set('X-Total-Count', String(totalCount));
  response.set('ETag', entityTag);
  response.set('Cache-Control', 'no-cache');
  // `response.type` would add a charset.
  response.setHeader('Content-Type', contentType);
  response.send(body);
}
