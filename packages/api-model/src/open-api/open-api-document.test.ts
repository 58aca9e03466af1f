import { describe, expect, it } from '@jest/globals';
import { DIALECT_NAMES, openApiDocument } from '../index.ts';

const servers = [
  { url: 'https://main.example', description: 'Main network' },
  { url: 'https://test.example', description: 'Test network' },
];

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
});
