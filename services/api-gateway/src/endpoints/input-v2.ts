import type { QueryFault } from '@tonriver/api-model';
import type { z } from 'zod';
import type { Dialect } from '../dialects/dialect.ts';
import type { GatewayError } from '../gateway-error.ts';
import type { Caching, EndpointDefinition } from './endpoint-definition.ts';
import { createQueryInputReader, requiredNames } from './query-input.ts';

/** Reads requests of v2. @throws {GatewayError} with the dialect's text and status */
export interface InputReaderV2<Asked> {
  readonly ofQuery: (parameters: URLSearchParams) => Asked;
  /** From the members of a body, or the parameters of jsonRPC. `isStrict`: unknown members are an error. */
  readonly ofMembers: (members: unknown, isStrict: boolean) => Asked;
}

export function createInputReaderV2<Schema extends z.ZodObject, Asked>(
  { query, body, path }: Pick<EndpointDefinition<Schema, Asked, Caching>, 'query' | 'body' | 'path'>,
  dialect: Dialect,
): InputReaderV2<Asked> {
  if (body !== undefined) {
    return {
      ofQuery: () => {
        throw new TypeError(`${path} has no query`);
      },
      ofMembers: (members, isStrict) => body.read(members, { dialect, isStrict }),
    };
  }
  if (query === undefined) throw new TypeError(`${path} reads neither a query nor a body`);
  const badRequestOf =
    (source: 'get' | 'post') =>
    (text: string): GatewayError =>
      dialect.badRequest(dialect.name === 'deployed' ? `failed to parse ${source} request: ${text}` : text);
  const [badGet, badPost] = [badRequestOf('get'), badRequestOf('post')];
  const toldAs: ToldAs = dialect.name === 'deployed' ? (query.toldAs ?? {}) : {};
  const readQuery = createQueryInputReader(
    query,
    dialect,
    ([fault]) => badGet(queryFaultText(fault, toldAs)),
    // Of a repeated parameter the deployed service takes the first value.
    { takesFirst: true },
  );
  const readMembers = createQueryInputReader(query, dialect, ([fault]) => badPost(bodyFaultText(fault)), {}, 'body');
  const names = new Set(Object.keys(query.schema.shape));
  const required = requiredNames(query.schema);
  return {
    ofQuery(given) {
      const parameters = new URLSearchParams(given);
      // A parameter that is missing is read as one that is empty.
      for (const name of required) if (!parameters.has(name)) parameters.append(name, '');
      return readQuery(parameters);
    },
    ofMembers: (members, isStrict) => readMembers(textsOf(members, names, isStrict, badPost)),
  };
}

type ToldAs = Readonly<Record<string, string | undefined>>;

/** Tells the first wrong value of a query. */
function queryFaultText({ name, told }: QueryFault = { name: 'request' }, toldAs: ToldAs): string {
  const other = Object.hasOwn(toldAs, name) ? toldAs[name] : undefined;
  return other === undefined ? (told ?? `failed to parse ${name}`) : `failed to parse ${other}`;
}

/** Tells the first wrong value of a body. */
function bodyFaultText({ name, told, isMissing = false }: QueryFault = { name: 'request' }): string {
  return isMissing ? `Error at path '${name}': Field is missing` : (told ?? `failed to parse ${name}`);
}

/** Returns the members as parameters: numbers may be written as JSON numbers, null stands for an absent member. */
function textsOf(
  members: unknown,
  names: ReadonlySet<string>,
  isStrict: boolean,
  badRequest: (text: string) => GatewayError,
): URLSearchParams {
  if (typeof members !== 'object' || members === null || Array.isArray(members)) {
    throw badRequest('request body should be a JSON object');
  }
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(members)) {
    if (!names.has(name)) {
      if (isStrict) throw badRequest(`Unknown property '${name.slice(0, 100)}'`);
    } else if (value !== null) {
      const values: readonly unknown[] = Array.isArray(value) ? value : [value];
      for (const one of values) {
        if (!isPlain(one)) throw badRequest(`Error at path '${name}': Wrong type`);
        parameters.append(name, String(one));
      }
    }
  }
  return parameters;
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
