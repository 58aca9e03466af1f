import { describe, expect, it } from '@jest/globals';
import { DIALECT_NAMES } from '@tonriver/api-model';
import { stubStore } from '@tonriver/chain-reader/testing';
import { endpointDocument } from './documentation/endpoint-document.ts';
import { createFakeExecutor } from './testing/fake-executor.test-support.ts';
import { startTestGateway } from './testing/test-gateway.test-support.ts';

interface Parameter {
  readonly name: string;
  readonly schema: { readonly examples?: readonly unknown[]; readonly default?: unknown };
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly example?: unknown } } };
  readonly responses: Readonly<Record<string, unknown>>;
}

/** The parameters that the documentation page fills in: the first example of every parameter, else its default. */
function queryOf(parameters: readonly Parameter[]): string {
  const query = new URLSearchParams();
  for (const { name, schema } of parameters) {
    const [example = schema.default] = schema.examples ?? [];
    for (const value of Array.isArray(example) ? example : [example]) {
      if (value !== undefined) query.append(name, String(value));
    }
  }
  return query.toString();
}

describe.each([...DIALECT_NAMES])('the documentation of the %s dialect', (dialect) => {
  const paths = endpointDocument({ dialect, servers: [] })['paths'] as Record<string, Record<string, Operation>>;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

  it('has examples that are accepted unchanged', async () => {
    // Only a partial block is stored, so no row is required.
    const store = stubStore(async (sql) => (sql.includes('mc_block_seqno IS NULL LIMIT 1') ? [{ seqno: 1 }] : []));
    const gateway = await startTestGateway(store, { executor: createFakeExecutor() });
    for (const { path, method, operation } of operations) {
      const { parameters = [], requestBody } = operation;
      const example = requestBody?.content['application/json'].example;
      expect([path, requestBody === undefined || example !== undefined]).toEqual([path, true]);
      const answer = await gateway.request(`${path}?${queryOf(parameters)}`, {
        method: method.toUpperCase(),
        ...(example === undefined
          ? {}
          : { body: JSON.stringify(example), headers: { 'content-type': 'application/json' } }),
      });
      // The store is empty, so 404 is allowed, but the request must be valid.
      expect([path, [200, 404, 501, 503].includes(answer.status), answer.text]).toEqual([path, true, answer.text]);
      expect([path, Object.keys(operation.responses)]).toEqual([path, expect.arrayContaining([String(answer.status)])]);
    }
    await gateway.stop();
  });
});
