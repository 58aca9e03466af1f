import { z } from 'zod';
import { errorAnswer, errorAnswerV2 } from '../answers/errors.ts';
import { DIALECT_BASE_PATHS, type DialectName } from '../dialect-name.ts';
import { dialectNotes } from './dialect-notes.ts';
import type { EndpointDescription } from './endpoint-description.ts';
import { type JsonSchema, plainSchema } from './plain-schema.ts';

export interface OpenApiOptions {
  readonly dialect: DialectName;
  readonly endpoints: readonly EndpointDescription[];
  /** Groups of endpoints, in the order of the page. */
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** Base URLs for clients, first that of the main network, then that of the test network. */
  readonly servers: readonly { readonly url: string; readonly description: string }[];
}

/** The version of the OpenAPI document, as in the written contract. */
export const API_VERSION = '1.1.0';

/** A JSON value of an OpenAPI document. */
export type OpenApiDocument = Readonly<Record<string, unknown>>;

/** Returns the OpenAPI 3.1 document of a dialect, made from the schemas of requests and answers. */
export function openApiDocument({ dialect, endpoints, tags, servers }: OpenApiOptions): OpenApiDocument {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = `${DIALECT_BASE_PATHS[dialect]}${endpoint.path}`;
    paths[path] = { ...paths[path], [endpoint.method]: operation(endpoint, dialect) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: dialect === 'contract' ? 'Tonriver, written contract' : 'Tonriver, drop-in dialect',
      version: API_VERSION,
      description:
        `${dialectNotes(dialect)}\n\n` +
        'Blocks, transactions and messages of the TON blockchain. Every answer tells in X-Indexed-Seqno up to which ' +
        'masterchain block it is complete. Of every reading endpoint the header X-Timeout (milliseconds) or parameter ' +
        'x_timeout shortens the time-out, X-No-Address-Book or x_no_address_book leaves the address book empty, and ' +
        'X-No-Metadata or x_no_metadata the metadata.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers,
    security: [{}],
    tags,
    paths,
    components: { schemas: componentSchemas(endpoints) },
  };
}

/** Converts all answers, and all bodies, together, so that shared types become components instead of copies. */
function componentSchemas(endpoints: readonly EndpointDescription[]): Record<string, unknown> {
  const answers = endpoints.flatMap(({ answer }) => (answer === undefined ? [] : [answer]));
  const bodies = endpoints.flatMap(({ body }) => (body === undefined ? [] : [body]));
  const components = {
    ...definitionsOf([...answers, errorAnswer, errorAnswerV2], 'output'),
    ...definitionsOf(bodies, 'input'),
  };
  for (const { body, example } of endpoints) {
    const name = body === undefined ? undefined : nameOf(body);
    if (name !== undefined && example !== undefined) components[name] = { ...components[name], examples: [example] };
  }
  return components;
}

/** Returns the named parts of schemas. */
function definitionsOf(schemas: readonly z.ZodType[], io: 'input' | 'output'): Record<string, JsonSchema> {
  const byName = new Map<string, z.ZodType>();
  for (const schema of schemas) {
    const name = nameOf(schema);
    if ((byName.get(name) ?? schema) !== schema) throw new TypeError(`Two schemas have the name ${name}`);
    byName.set(name, schema);
  }
  const definitions =
    z.toJSONSchema(z.strictObject(Object.fromEntries(byName)), { target: 'draft-2020-12', io }).$defs ?? {};
  // The converter also adds an id to each definition. In components that would be a second base address.
  for (const definition of Object.values(definitions)) delete definition['id'];
  return { ...plainSchema(definitions) } as Record<string, JsonSchema>;
}

/** Returns the name of a component. @throws {TypeError} for a schema without one, which generators could not name */
function nameOf(schema: z.ZodType): string {
  const { id } = schema.meta() ?? {};
  if (typeof id === 'string') return id;
  throw new TypeError('The schema of a body or an answer needs a name: .meta({ id })');
}

function operation(endpoint: EndpointDescription, dialect: DialectName): Record<string, unknown> {
  const badRequest = dialect === 'contract' && endpoint.isDeployedForm !== true ? '400' : '422';
  const errorName = endpoint.path.startsWith('/v2') ? 'RequestErrorV2' : 'RequestError';
  const failure = (description: string): Record<string, unknown> => ({
    description,
    content: jsonContent(errorName),
  });
  const failures = Object.entries(endpoint.errors ?? {}).map(([status, text]) => [status, failure(text)] as const);
  const responses =
    endpoint.answer === undefined
      ? { [badRequest]: failure('The request does not fit'), 501: failure('Not implemented yet') }
      : {
          200: { description: 'OK', headers: answerHeaders(endpoint), content: jsonContent(nameOf(endpoint.answer)) },
          [badRequest]: failure('The request does not fit'),
          503: failure('Nothing is indexed yet, or too many requests wait; see Retry-After'),
          504: failure('Timed out'),
          default: failure('Any other failure: a method or content type that is not served, a body that is too large'),
          ...Object.fromEntries(failures),
        };
  return {
    operationId: `${endpoint.method}_${endpoint.path.slice(1).replaceAll('/', '_')}`,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: endpoint.description,
    ...(endpoint.query === undefined ? {} : { parameters: queryParameters(endpoint, endpoint.query) }),
    ...(endpoint.body === undefined ? {} : { requestBody: requestBody(endpoint.body, endpoint.example) }),
    responses,
  };
}

function answerHeaders(endpoint: EndpointDescription): Record<string, unknown> {
  return {
    'X-Indexed-Seqno': {
      description: 'The answer is complete up to here',
      schema: { type: 'integer', format: 'int64' },
    },
    ...(endpoint.hasTotalCount === true
      ? {
          'X-Total-Count': {
            description: 'Rows without limit and offset',
            schema: { type: 'integer', format: 'int64' },
          },
        }
      : {}),
  };
}

function jsonContent(name: string): Record<string, unknown> {
  return { 'application/json': reference(name) };
}

/** Describes the parameters. The page fills in the example request, so only its parameters have examples. */
function queryParameters(
  { requiredParameters = [], limitDefault, example = {} }: EndpointDescription,
  query: z.ZodObject,
): Record<string, unknown>[] {
  const { properties = {} } = plainSchema(z.toJSONSchema(query, { io: 'input' })) as { readonly properties?: object };
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = property as { readonly description?: string; readonly type?: string };
    return {
      name,
      in: 'query',
      ...(description === undefined ? {} : { description }),
      ...(requiredParameters.includes(name) ? { required: true } : {}),
      schema: {
        ...schema,
        ...(name in example ? { examples: [example[name]] } : {}),
        ...(name === 'limit' && limitDefault !== undefined ? { default: limitDefault } : {}),
      },
      ...(schema.type === 'array' ? { style: 'form', explode: true } : {}),
    };
  });
}

function requestBody(body: z.ZodType, example: unknown): Record<string, unknown> {
  const content = { ...reference(nameOf(body)), ...(example === undefined ? {} : { example }) };
  return { required: true, content: { 'application/json': content } };
}

function reference(name: string): Record<string, unknown> {
  return { schema: { $ref: `#/components/schemas/${name}` } };
}
