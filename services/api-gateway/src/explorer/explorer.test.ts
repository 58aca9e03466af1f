import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { stubStore, watermarkRows } from '@tonriver/chain-reader/testing';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.test-support.ts';

const store = () => stubStore(async (sql) => watermarkRows(sql) ?? []);
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway(store(), {
    config: { baseUrls: { main: 'https://main.example', test: undefined } },
  });
});
afterAll(() => gateway?.stop());

/** Everything that a file loads by itself. */
const loadedBy = (text: string): readonly string[] => [
  ...[...text.matchAll(/(?:src|href)="(explorer\/[^"]+)"/g)].map(([, path = '']) => `/${path}`),
  ...[...text.matchAll(/from '(\.[^']+\.js)'/g)].map(([, path = '']) => path),
];

/** Follows the page to every file that it loads. */
async function loadAll(): Promise<ReadonlyMap<string, Response>> {
  const loaded = new Map<string, Response>();
  const waiting = ['/'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (loaded.has(path)) continue;
    const response = await fetch(`http://127.0.0.1:${gateway.port}${path}`);
    loaded.set(path, response);
    const text = await response.clone().text();
    waiting.push(...loadedBy(text).map((other) => new URL(other, `http://localhost${path}`).pathname));
  }
  return loaded;
}

describe('the explorer', () => {
  it('serves every file that its page loads, and no file that the page does not load', async () => {
    const loaded = await loadAll();
    expect([...loaded].filter(([, { status }]) => status !== 200).map(([path]) => path)).toEqual([]);
    const files = readdirSync(join(import.meta.dirname, '../../explorer'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(js|css|svg)$/.test(file))
      .map((file) => `/explorer/${file}`);
    expect([...loaded.keys()].filter((path) => path !== '/').toSorted()).toEqual(files.toSorted());
  });

  it('lets the page load and run nothing from elsewhere, nothing inline, and no text as markup', async () => {
    for (const [path, { headers }] of await loadAll()) {
      const policy = headers.get('content-security-policy') ?? '';
      expect([path, policy]).toEqual([path, expect.stringContaining("default-src 'none'; script-src 'self'")]);
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy).not.toMatch(/unsafe|https?:|data:|\*/);
    }
    const { text } = await gateway.request('/');
    expect(text).not.toMatch(/https?:|<script>|\son\w+=|style=/);
  });

  it('keeps signs of direction in texts of strangers from turning what stands behind them', async () => {
    const { text } = await gateway.request('/explorer/styles/parts.css');
    const [, names = ''] = /([^{}]*)\{\s*unicode-bidi: isolate;/.exec(text) ?? [];
    const isolated = names.replace(/\/\*[^]*?\*\//g, '').match(/\.[a-z]+/g);
    expect(isolated).toEqual(['.text', '.comment', '.what', '.code']);
  });

  it('answers 304 when a file is unchanged, which is asked each time', async () => {
    const first = await gateway.request('/explorer/explorer.js');
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const again = await gateway.request('/explorer/explorer.js', {
      cache: 'force-cache',
      headers: { 'if-none-match': first.headers.get('etag') ?? '' },
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it.each([
    '/explorer/tsconfig.json',
    '/explorer/reading/answers.d.ts',
    '/explorer/../package.json',
    '/explorer/',
    '/explorer',
  ])('has no %s', async (path) => {
    expect((await gateway.request(path)).status).toBe(404);
  });

  it('can be switched off: then / leads to the documentation', async () => {
    const without = await startTestGateway(store(), { config: { hasExplorer: false } });
    try {
      const root = await without.request('/');
      expect([root.status, root.headers.get('location')]).toEqual([302, '/api/v3/index.html']);
      expect((await without.request('/explorer/explorer.js')).status).toBe(404);
      expect((await without.request('/explorer/live')).status).toBe(404);
    } finally {
      await without.stop();
    }
  });
});
