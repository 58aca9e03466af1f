import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { endpointTexts, withEndpoints } from './endpoint-tables.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

describe('the table of endpoints', () => {
  it.each([...endpointTexts])('is what the endpoints are: %s (`npm run endpoints` writes it)', (path, text) => {
    const document = readFileSync(join(root, path), 'utf8');
    expect(withEndpoints(document, text)).toBe(document);
  });

  it('has what is served and what is not', () => {
    const [served, missing] = endpointTexts.get('README.md')?.split('- Not implemented') ?? [];
    expect([served, missing]).toEqual([
      expect.stringContaining('`masterchainInfo`'),
      expect.stringContaining('`balanceChanges`'),
    ]);
    expect(served).not.toContain('`balanceChanges`');
  });

  it('is not written into a document without its marks', () => {
    expect(() => withEndpoints('# A document\n', 'a table')).toThrow(/lacks the line/);
  });
});
