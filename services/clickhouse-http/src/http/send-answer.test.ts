import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type AnswerPiece, noCounts } from '../statements/statement.ts';
import { sendAnswer } from './send-answer.ts';

/** More than the buffers of both ends of a connection take. */
const pieceBytes = 1024 * 1024;
const pieceCount = 40;

async function* largeAnswer(): AsyncGenerator<AnswerPiece> {
  for (let count = 0; count < pieceCount; count += 1) yield { bytes: new Uint8Array(pieceBytes), counts: noCounts };
}

let server: Server;
let sent: Promise<void>;
beforeEach(async () => {
  server = createServer((_request, response) => {
    const left = new AbortController();
    response.on('close', () => left.abort());
    const headers = { queryId: 'id', packing: 'plain', isWaitingForEnd: true } as const;
    const receiver = { left: left.signal, stallMsMax: 500, sendMsMax: 1500 };
    sent = sendAnswer(response, { format: 'RowBinary', pieces: largeAnswer() }, headers, receiver);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.close();
});

it('a client that reads a little before each pause is too long is cut off when the whole answer takes too long', async () => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  let readBytes = 0;
  socket.on('data', (bytes) => {
    readBytes += bytes.length;
    socket.pause();
    setTimeout(() => socket.resume(), 5);
  });
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'close');
  await sent;
  expect(readBytes).toBeLessThan(pieceBytes * pieceCount);
}, 30_000);
