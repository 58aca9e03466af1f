import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { chartFolder } from './chart.ts';

const script = readFileSync(join(chartFolder, 'files', 'ask-gateway.js'), 'utf8');

/** Runs the script as the pod of `helm test` does, against answers of these statuses. */
async function ask(statuses: Readonly<Record<string, number>>): Promise<{ code: unknown; output: string }> {
  const server = createServer(({ url = '' }, response) => response.writeHead(statuses[url] ?? 404).end('{}'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const urls = ['/ready', '/api/v3/masterchainInfo'].map((path) => `http://127.0.0.1:${port}${path}`);
  const words = ['--input-type=module', '--eval', script, ...urls];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code] = (await once(child, 'close')) as [unknown];
  server.close();
  return { code, output: output.replaceAll(`http://127.0.0.1:${port}`, '') };
}

describe('files/ask-gateway.js', () => {
  it('ends with 0 when the gateway is ready and serves rounds', async () => {
    expect(await ask({ '/ready': 200, '/api/v3/masterchainInfo': 200 })).toEqual({
      code: 0,
      output: '/ready 200 {}\n/api/v3/masterchainInfo 200 {}\n',
    });
  });

  it('ends with 1 when one of the answers is another one', async () => {
    expect(await ask({ '/ready': 503, '/api/v3/masterchainInfo': 200 })).toMatchObject({ code: 1 });
    expect(await ask({ '/ready': 200, '/api/v3/masterchainInfo': 404 })).toMatchObject({ code: 1 });
  });
});
