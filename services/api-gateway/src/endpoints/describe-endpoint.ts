import type { DialectName, EndpointDescription } from '@tonriver/api-model';
import type { z } from 'zod';
import type { IndexedExamples } from '../documentation/indexed-examples.ts';
import { valueOf } from './by-dialect.ts';
import type { Caching, EndpointDefinition } from './endpoint-definition.ts';

/** Returns the part of a description that all methods of an endpoint have. */
export function describeEndpoint(
  definition: Pick<
    EndpointDefinition<z.ZodObject, never, Caching>,
    'path' | 'tag' | 'summary' | 'description' | 'example' | 'errors' | 'hasTotalCount'
  >,
  dialect: DialectName,
  indexed: IndexedExamples | undefined,
): Omit<EndpointDescription, 'method'> {
  const { path, tag, summary, description, example, errors = {}, hasTotalCount = false } = definition;
  return {
    path,
    tag,
    summary,
    description: valueOf(description, dialect),
    example: example?.(indexed),
    errors: valueOf(errors, dialect),
    hasTotalCount: valueOf(hasTotalCount, dialect),
  };
}
