import { z } from 'zod';
import { type AnswerSchemas, answerSchemas, errorAnswer, errorAnswerV2 } from '../answers/answers.ts';
import { DIALECT_BASE_PATHS, type DialectName } from '../dialect-name.ts';
import { dialectNotes } from './dialect-notes.ts';
import { plainSchema } from './plain-schema.ts';
import { ENDPOINT_TAGS, type EndpointDescription, endpointDescriptions } from './endpoints.ts';

/** Values for example requests on the documentation page, for which there are results. */
export interface DocumentExamples {
  /** An indexed round. */
  readonly seqno: number;
  /** A message and an account in it. */
  readonly messageHash?: string;
  readonly account?: string;
}

export interface OpenApiOptions {
  readonly dialect: DialectName;
  readonly examples?: DocumentExamples | undefined;
  /** Base URLs for clients, first that of the main network, then that of the test network. */
  readonly servers: readonly { readonly url: string; readonly description: string }[];
}

/** The version of the OpenAPI document, as in the written contract. */
export const API_VERSION = '1.1.0';

/** A JSON value of an OpenAPI document. */
export type OpenApiDocument = Readonly<Record<string, unknown>>;

/** Returns the OpenAPI 3.1 document of a dialect, made from the schemas of requests and answers. */
export function openApiDocument({ dialect, servers, examples }: OpenApiOptions): OpenApiDocument {
  const schemas = answerSchemas(dialect);
  const endpoints = endpointDescriptions(dialect, examples?.account);
  const bodies = endpoints.flatMap(({ body }) => (body === undefined ? [] : [body]));
  const components = { ...componentSchemas(schemas), ...definitionsOf(z.tuple(bodies as [z.ZodType]), 'input') };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = `${DIALECT_BASE_PATHS[dialect]}${endpoint.path}`;
    paths[path] = { ...paths[path], [endpoint.method]: operation(endpoint, dialect, examples) };
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
        'x_timeout shortens the time-out, X-No-Address-Book or x_no_address_book leaves the address book empty.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers,
    security: [{}],
    tags: ENDPOINT_TAGS,
    paths,
    components: { schemas: components },
  };
}

/** Converts all answers together, so that shared types become components instead of copies. */
function componentSchemas(schemas: AnswerSchemas): Record<string, unknown> {
  const everything = z.strictObject({
    masterchainInfo: schemas.masterchainInfo,
    shardBlocks: schemas.shardBlocks,
    transactions: schemas.transactions,
    decode: schemas.decode,
    getMethod: z.strictObject(schemas.getMethod),
    error: errorAnswer,
    errorV2: errorAnswerV2,
  });
  return definitionsOf(everything, 'output');
}

/** Returns the named parts of a schema. */
function definitionsOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const definitions = z.toJSONSchema(schema, { target: 'draft-2020-12', io }).$defs ?? {};
  // The converter also adds an id to each definition. In components that would be a second base address.
  for (const definition of Object.values(definitions)) delete definition['id'];
  return { ...plainSchema(definitions) };
}

function operation(
  endpoint: EndpointDescription,
  dialect: DialectName,
  examples: DocumentExamples | undefined,
): Record<string, unknown> {
  const badRequest = dialect === 'contract' && endpoint.isDeployedForm !== true ? '400' : '422';
  const errorName = endpoint.path.startsWith('/v2') ? 'RequestErrorV2' : 'RequestError';
  const failure = (description: string): Record<string, unknown> => ({
    description,
    content: jsonContent(errorName),
  });
  const responses =
    endpoint.answer === undefined
      ? { [badRequest]: failure('The request does not fit'), 501: failure('Not implemented yet') }
      : {
          200: { description: 'OK', headers: answerHeaders(endpoint), content: jsonContent(endpoint.answer) },
          [badRequest]: failure('The request does not fit'),
          ...(endpoint.hasNotFound === true ? { 404: failure('Not indexed') } : {}),
          503: failure('Nothing is indexed yet, or too many requests wait; see Retry-After'),
          504: failure('Timed out'),
          default: failure('Any other failure: a method or content type that is not served, a body that is too large'),
        };
  return {
    operationId: `${endpoint.method}_${endpoint.path.slice(1).replaceAll('/', '_')}`,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: endpoint.description,
    ...(endpoint.query === undefined ? {} : { parameters: queryParameters(endpoint, endpoint.query, examples) }),
    ...(endpoint.body === undefined ? {} : { requestBody: requestBody(endpoint.body) }),
    responses,
  };
}

function answerHeaders(endpoint: EndpointDescription): Record<string, unknown> {
  return {
    'X-Indexed-Seqno': { description: 'The answer is complete up to here', schema: { type: 'integer' } },
    ...(endpoint.hasTotalCount === true
      ? { 'X-Total-Count': { description: 'Rows without limit and offset', schema: { type: 'integer' } } }
      : {}),
  };
}

function jsonContent(name: string): Record<string, unknown> {
  return { 'application/json': reference(name) };
}

function queryParameters(
  { requiredParameters = [], limitDefault }: EndpointDescription,
  query: z.ZodObject,
  examples: DocumentExamples | undefined,
): Record<string, unknown>[] {
  const given = examplesOf(examples);
  const { properties = {} } = plainSchema(z.toJSONSchema(query, { io: 'input' })) as { readonly properties?: object };
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...written } = property as { readonly description?: string; readonly type?: string };
    const schema = exemplified(written, given, name);
    return {
      name,
      in: 'query',
      ...(description === undefined ? {} : { description }),
      ...(requiredParameters.includes(name) ? { required: true } : {}),
      schema: name === 'limit' && limitDefault !== undefined ? { ...schema, default: limitDefault } : schema,
      ...(schema.type === 'array' ? { style: 'form', explode: true } : {}),
    };
  });
}

/** Returns the examples by parameter. */
function examplesOf(examples: DocumentExamples | undefined): Readonly<Record<string, unknown>> {
  if (examples === undefined) return {};
  const { seqno, messageHash, account } = examples;
  return {
    seqno,
    ...(messageHash === undefined ? {} : { msg_hash: [messageHash] }),
    ...(account === undefined ? {} : { account }),
  };
}

/**
 * Sets the example of a parameter to a given value. If a message is given, the opcode gets no example, because both
 * together could have no result.
 */
function exemplified<Schema extends object>(
  schema: Schema,
  given: Readonly<Record<string, unknown>>,
  name: string,
): Schema | (Schema & { readonly examples: readonly unknown[] }) {
  const isWritten = 'examples' in schema;
  if (name === 'opcode' && given['msg_hash'] !== undefined && isWritten) {
    const { examples: _example, ...rest } = schema as Schema & { readonly examples: unknown };
    return rest as unknown as Schema;
  }
  const isFilledIn = isWritten || name === 'msg_hash';
  return isFilledIn && given[name] !== undefined ? { ...schema, examples: [given[name]] } : schema;
}

function requestBody(body: z.ZodType): Record<string, unknown> {
  const { id = '', examples } = body.meta() ?? {};
  const [example] = Array.isArray(examples) ? (examples as readonly unknown[]) : [];
  const content = { ...reference(id), ...(example === undefined ? {} : { example }) };
  return { required: true, content: { 'application/json': content } };
}

function reference(name: string): Record<string, unknown> {
  return { schema: { $ref: `#/components/schemas/${name}` } };
}
