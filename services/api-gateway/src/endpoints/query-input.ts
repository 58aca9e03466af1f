import {
  createQueryReader,
  type DialectName,
  type EndpointDescription,
  type QueryFault,
  type QueryRules,
} from '@tonriver/api-model';
import { z } from 'zod';
import type { Dialect } from '../dialects/dialect.ts';
import type { GatewayError } from '../gateway-error.ts';
import { valueOf } from './by-dialect.ts';
import type { QueryInput } from './endpoint-definition.ts';

/** Returns the parameters that a dialect has. */
function parametersIn<Schema extends z.ZodObject>(
  { schema, absent }: QueryInput<Schema, unknown>,
  dialect: DialectName,
): z.ZodObject {
  const left = Object.entries(schema.shape).filter(([name]) => absent?.[dialect]?.includes(name) !== true);
  return z.object(Object.fromEntries(left));
}

/** Creates the way from query parameters to the request. It throws the given error for invalid parameters. */
export function createQueryInputReader<Schema extends z.ZodObject, Request>(
  query: QueryInput<Schema, Request>,
  dialect: Dialect,
  errorOf: (faults: readonly QueryFault[]) => GatewayError,
  rules: QueryRules = {},
  source: 'query' | 'body' = 'query',
): (parameters: URLSearchParams) => Request {
  const readQuery = createQueryReader(parametersIn(query, dialect.name), rules);
  return function readQueryInput(parameters) {
    const reading = readQuery(parameters);
    if (reading.kind === 'faults') throw errorOf(reading.faults);
    // Parameters that the dialect does not have are optional, so the type is right without them too.
    return query.read(reading.query as z.output<Schema>, dialect, source);
  };
}

/** Returns the parameters without which there is no request. */
export function requiredNames({ shape }: z.ZodObject): readonly string[] {
  return Object.entries(shape)
    .filter(([, member]) => !(member instanceof z.ZodOptional))
    .map(([name]) => name);
}

/** Describes parameters for the document. */
export function describeQuery(
  query: QueryInput<z.ZodObject, unknown>,
  dialect: DialectName,
): Pick<EndpointDescription, 'query' | 'requiredParameters' | 'limitDefault'> {
  const { required, limitDefault } = query;
  const parameters = parametersIn(query, dialect);
  return {
    query: parameters,
    requiredParameters: required ?? requiredNames(parameters),
    limitDefault: limitDefault === undefined ? undefined : valueOf(limitDefault, dialect),
  };
}
