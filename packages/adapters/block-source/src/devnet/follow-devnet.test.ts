import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { masterchainKey } from '@tonriver/chain-source';
import { silentLogger } from '@tonriver/logger';
import { followDevnet } from './follow-devnet.ts';

/** Answers with what is given, one after the other; the last one again and again. */
async function serverOf(...answers: readonly { readonly status: number; readonly body: string }[]) {
  let count = 0;
  const server = createServer((_request, response) => {
    const { status, body } = answers[Math.min(count++, answers.length - 1)]!;
    response.writeHead(status, { 'x-file-hash': 'ab'.repeat(32) }).end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, count: () => count, close: () => (server.close(), server.closeAllConnections()) };
}

const head = { status: 200, body: JSON.stringify({ first_seqno: 1, last_seqno: 9, revision: 9 }) };

describe('a devnet as a source', () => {
  it('is asked again while it answers with an error of its own', async () => {
    const server = await serverOf({ status: 503, body: '' }, { status: 500, body: '' }, head);
    const source = await followDevnet({ url: server.url, logger: silentLogger });
    expect(await source.head()).toMatchObject({ lastSeqno: 9, finalSeqno: 9, hasEnded: false });
    expect(server.count()).toBe(4);
    await source.close();
    server.close();
  });

  it('is given up when it cannot be reached for too long', async () => {
    const server = await serverOf({ status: 503, body: '' });
    const following = followDevnet({ url: server.url, logger: silentLogger, unreachableMsMax: 200 });
    await expect(following).rejects.toMatchObject({ code: 'devnet_unreachable', isRetryable: true });
    server.close();
  });

  it('is refused when it is something else', async () => {
    for (const answer of [
      { status: 200, body: 'hello' },
      { status: 200, body: '{}' },
      { status: 404, body: '' },
    ]) {
      const server = await serverOf(answer);
      const following = followDevnet({ url: server.url, logger: silentLogger });
      await expect(following).rejects.toMatchObject({ code: 'devnet_unknown_answer' });
      server.close();
    }
  });

  it('names the file hashes of its blocks', async () => {
    const server = await serverOf(head, { status: 200, body: 'bytes' });
    const source = await followDevnet({ url: server.url, logger: silentLogger });
    const block = await source.block(masterchainKey(3));
    expect(block?.namedFileHash).toEqual(new Uint8Array(32).fill(0xab));
    expect(block?.origin).toContain('/source/v1/blocks/-1/8000000000000000/3');
    await source.close();
    server.close();
  });
});
