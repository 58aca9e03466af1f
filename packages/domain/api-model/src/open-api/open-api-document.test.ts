import { describe, expect, it } from '@jest/globals';
import { DIALECT_NAMES, openApiDocument } from '../index.ts';

const servers = [
  { url: 'https://main.example', description: 'Main network' },
  { url: 'https://test.example', description: 'Test network' },
];

/**
 * Objects and choices inside of a schema. A generator that names them by itself may read the schema around them as one
 * of OpenAPI 3.0, where `null` is no type: openapi-generator does. "Or null" is no choice.
 */
function unnamedParts(node: unknown): readonly unknown[] {
  if (Array.isArray(node)) return node.flatMap(unnamedParts);
  if (typeof node !== 'object' || node === null) return [];
  const { properties, anyOf, oneOf } = node as Readonly<Record<string, unknown>>;
  const isOrNull = JSON.stringify(oneOf)?.endsWith('{"type":"null"}]') === true;
  if (properties !== undefined || anyOf !== undefined || (oneOf !== undefined && !isOrNull)) return [node];
  return Object.values(node).flatMap(unnamedParts);
}

describe.each([...DIALECT_NAMES])('the OpenAPI document of the %s dialect', (dialect) => {
  const document = openApiDocument({ dialect, servers });
  const text = JSON.stringify(document);

  it('lists both base addresses', () => {
    expect(document['servers']).toEqual(servers);
  });

  it('has the eight endpoints, and jsonRPC', () => {
    const names = Object.keys(document['paths'] as object).map((path) => path.split('/').slice(-2).join('/'));
    expect(names.sort()).toEqual([
      'v2/jsonRPC',
      'v2/runGetMethod',
      'v3/decode',
      'v3/masterchainBlockShardState',
      'v3/masterchainBlockShards',
      'v3/masterchainInfo',
      'v3/pendingActions',
      'v3/runGetMethod',
      'v3/transactionsByMessage',
    ]);
  });

  it('refers only to components that it has', () => {
    const { schemas } = document['components'] as { readonly schemas: Readonly<Record<string, unknown>> };
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(references.length).toBeGreaterThan(10);
    for (const reference of references) {
      expect(Object.keys(schemas)).toContain(reference.replace('#/components/schemas/', ''));
    }
  });

  it('stays within what generators of clients understand: no tuples', () => {
    expect(text).not.toContain('prefixItems');
    expect(text).not.toContain('"items":false');
  });

  it('gives every object and every choice a name of its own', () => {
    const { schemas } = document['components'] as { readonly schemas: Readonly<Record<string, object>> };
    expect(Object.values(schemas).flatMap((schema) => Object.values(schema).flatMap(unnamedParts))).toEqual([]);
    expect(unnamedParts(document['paths'])).toEqual([]);
  });

  it('has no truth value with a constant, which openapi-generator compares with a text', () => {
    expect(text).not.toMatch(/"const":(true|false)/);
  });

  it('says first which dialect it describes, and how the other differs', () => {
    const { description } = document['info'] as { readonly description: string };
    const base = dialect === 'contract' ? '/api' : '/toncenter/api';
    expect(description.split('\n')[0]).toContain(`under \`${base}\`.**`);
    expect(description).toContain('| a request that does not fit | 400 | 422 |');
  });

  it('names no dialect of JSON Schema: the page would warn that it reads only the one of OpenAPI itself', () => {
    expect(document).not.toHaveProperty('jsonSchemaDialect');
  });

  it('has no number that is only the largest a double holds, and null in no list of schemas', () => {
    expect(text).not.toContain('9007199254740991');
    expect(text).not.toMatch(/"anyOf":\[[^\]]*\{"type":"null"\}/);
  });

  it('fills requests in with what is indexed', () => {
    const examples = { seqno: 77, messageHash: 'AAAA', account: `0:${'AB'.repeat(32)}` };
    const filled = openApiDocument({ dialect, servers, examples });
    const paths = filled['paths'] as Record<string, { get?: { parameters?: { name: string; schema: object }[] } }>;
    const base = dialect === 'contract' ? '/api/v3' : '/toncenter/api/v3';
    const schemaOf = (path: string, parameter: string) =>
      paths[`${base}/${path}`]?.get?.parameters?.find(({ name }) => name === parameter)?.schema;
    expect(schemaOf('masterchainBlockShards', 'seqno')).toMatchObject({ examples: [77] });
    expect(schemaOf('transactionsByMessage', 'msg_hash')).toMatchObject({ examples: [['AAAA']] });
    expect(schemaOf('transactionsByMessage', 'opcode')).not.toHaveProperty('examples');
    expect(schemaOf('transactionsByMessage', 'seqno')).not.toHaveProperty('examples');
    expect(JSON.stringify(filled)).toContain(`"address":"${examples.account}"`);
  });

  it('tells that jsonRPC refuses in the deployed form, whatever the dialect', () => {
    const paths = document['paths'] as Record<string, { post?: { responses: object } }>;
    const base = dialect === 'contract' ? '/api/v2' : '/toncenter/api/v2';
    expect(Object.keys(paths[`${base}/jsonRPC`]?.post?.responses ?? {})).toEqual(
      expect.arrayContaining(['200', '404', '422']),
    );
  });

  it('tells which parameters are required and what a limit is when it is absent', () => {
    const paths = document['paths'] as Record<string, { get?: { parameters?: Record<string, unknown>[] } }>;
    const base = dialect === 'contract' ? '/api/v3' : '/toncenter/api/v3';
    const parametersOf = (name: string) => paths[`${base}/${name}`]?.get?.parameters ?? [];
    expect(parametersOf('masterchainBlockShards')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'seqno', required: true }),
        expect.objectContaining({
          name: 'limit',
          schema: expect.objectContaining({ default: dialect === 'contract' ? 1000 : 100 }),
        }),
      ]),
    );
    expect(parametersOf('transactionsByMessage')).toContainEqual(
      expect.objectContaining({ name: 'limit', schema: expect.objectContaining({ default: 100 }) }),
    );
  });
});
