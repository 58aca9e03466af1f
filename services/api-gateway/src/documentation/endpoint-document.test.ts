import { describe, expect, it } from '@jest/globals';
import { DIALECT_NAMES } from '@tonriver/api-model';
import { endpoints } from '../endpoints/index.ts';
import { endpointDocument } from './endpoint-document.ts';

const servers = [
  { url: 'https://main.example', description: 'Main network' },
  { url: 'https://test.example', description: 'Test network' },
];

/**
 * Returns the objects and choices inside a schema. Generators that name them may read the outer schema as OpenAPI 3.0,
 * where `null` is not a type, as openapi-generator does. "Or null" does not count as a choice.
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
  const document = endpointDocument({ dialect, servers });
  const text = JSON.stringify(document);

  it('lists both base addresses', () => {
    expect(document['servers']).toEqual(servers);
  });

  it('has every endpoint', () => {
    const paths = Object.keys(document['paths'] as object).map((path) => path.replace(/^.*\/api\//, ''));
    // Older names of an endpoint come after its own one, and are left out.
    expect(paths.sort()).toEqual(endpoints.map(({ paths: [path = ''] }) => path.slice(1)).sort());
  });

  it('refers only to components that it has', () => {
    const { schemas } = document['components'] as { readonly schemas: Readonly<Record<string, unknown>> };
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(references.length).toBeGreaterThan(10);
    for (const reference of references) {
      expect(Object.keys(schemas)).toContain(reference.replace('#/components/schemas/', ''));
    }
  });

  it('has no tuples, which generators of clients do not support', () => {
    expect(text).not.toContain('prefixItems');
    expect(text).not.toContain('"items":false');
  });

  it('gives every object and every choice a name', () => {
    const { schemas } = document['components'] as { readonly schemas: Readonly<Record<string, object>> };
    expect(Object.values(schemas).flatMap((schema) => Object.values(schema).flatMap(unnamedParts))).toEqual([]);
    expect(unnamedParts(document['paths'])).toEqual([]);
  });

  it('has no constant boolean, which openapi-generator compares with a text', () => {
    expect(text).not.toMatch(/"const":(true|false)/);
  });

  it('begins with its dialect and the differences of the other', () => {
    const { description } = document['info'] as { readonly description: string };
    const base = dialect === 'contract' ? '/api' : '/toncenter/api';
    expect(description.split('\n')[0]).toContain(`under \`${base}\`.**`);
    expect(description).toContain('| a request that does not fit | 400 | 422 |');
  });

  it('has no dialect of JSON Schema, about which the page would warn', () => {
    expect(document).not.toHaveProperty('jsonSchemaDialect');
  });

  it('has no largest number of a double as a bound, and no null in a list of schemas', () => {
    expect(text).not.toContain('9007199254740991');
    expect(text).not.toMatch(/"anyOf":\[[^\]]*\{"type":"null"\}/);
  });

  it('has no comma in a pattern, at which clients in Go would cut it', () => {
    const patterns = [...text.matchAll(/"pattern":"((?:[^"\\]|\\.)*)"/g)].map(([, pattern]) => pattern);
    expect(patterns.length).toBeGreaterThan(5);
    expect(patterns.filter((pattern) => pattern?.includes(',') === true)).toEqual([]);
  });

  it('has examples with indexed values', () => {
    const examples = { seqno: 77, messageHash: 'AAAA', account: `0:${'AB'.repeat(32)}` };
    const filled = endpointDocument({ dialect, servers, examples });
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

  it('documents that jsonRPC refuses in the deployed form in both dialects', () => {
    const paths = document['paths'] as Record<string, { post?: { responses: object } }>;
    const base = dialect === 'contract' ? '/api/v2' : '/toncenter/api/v2';
    expect(Object.keys(paths[`${base}/jsonRPC`]?.post?.responses ?? {})).toEqual(
      expect.arrayContaining(['200', '404', '422']),
    );
  });

  it('documents required parameters and the default of limit', () => {
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
