import { existsSync } from 'node:fs';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { openDescriptors, type TemporaryDirectory, temporaryDirectory } from '@tonriver/testing';
import { saveBody } from './read-body.ts';

let folder: TemporaryDirectory;
beforeEach(() => {
  folder = temporaryDirectory();
});
afterEach(() => folder.remove());

it('a body in an unknown encoding opens no file', async () => {
  const before = openDescriptors();
  for (let count = 0; count < 20; count += 1) {
    const request = new IncomingMessage(new Socket());
    request.headers['content-encoding'] = 'zstd';
    const path = join(folder.path, String(count));
    await expect(saveBody(request, path, { bytesMax: 10, msMax: 1000 })).rejects.toThrow('zstd is not supported');
    expect(existsSync(path)).toBe(false);
  }
  expect(openDescriptors()).toBeLessThan(before + 5);
});
