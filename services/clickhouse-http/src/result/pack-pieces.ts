import { once } from 'node:events';
import * as zlib from 'node:zlib';
import type { Transform } from 'node:stream';
import type { AnswerPiece, Packing } from '../statements/statement.ts';
import { noCounts } from '../statements/statement.ts';
import { clickHouseBlocks } from './click-house-blocks.ts';

/** Newer versions of Node have Zstandard. */
const createZstdCompress = (zlib as { readonly createZstdCompress?: () => Transform }).createZstdCompress;

/** Content encodings that can be written here, the preferred ones first. */
export const contentEncodings: readonly Packing[] = [
  ...(createZstdCompress === undefined ? [] : (['zstd'] as const)),
  'gzip',
  'br',
  'deflate',
];

/** Packs an answer piece by piece. */
export async function* packPieces(pieces: AsyncGenerator<AnswerPiece>, packing: Packing): AsyncGenerator<AnswerPiece> {
  if (packing === 'plain') return yield* pieces;
  if (packing === 'click-house-blocks') {
    for await (const { bytes, counts } of pieces) yield { bytes: clickHouseBlocks(bytes), counts };
    return;
  }
  yield* throughStream(pieces, compressorOf(packing));
}

function compressorOf(packing: Exclude<Packing, 'plain' | 'click-house-blocks'>): Transform {
  // Fast rather than small: on loopback, bytes cost little and processor time is scarce.
  if (packing === 'gzip') return zlib.createGzip({ level: 1 });
  if (packing === 'deflate') return zlib.createDeflate({ level: 1 });
  if (packing === 'zstd' && createZstdCompress !== undefined) return createZstdCompress();
  return zlib.createBrotliCompress({ params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } });
}

async function* throughStream(pieces: AsyncGenerator<AnswerPiece>, compressor: Transform): AsyncGenerator<AnswerPiece> {
  let counts = noCounts;
  const packed: Buffer[] = [];
  compressor.on('data', (chunk: Buffer) => packed.push(chunk));
  try {
    for await (const piece of pieces) {
      counts = piece.counts;
      if (piece.bytes.length > 0) await new Promise((resolve) => compressor.write(piece.bytes, resolve));
      yield { bytes: Buffer.concat(packed.splice(0)), counts };
    }
    const ended = once(compressor, 'end');
    compressor.end();
    await ended;
    yield { bytes: Buffer.concat(packed.splice(0)), counts };
  } finally {
    compressor.destroy();
  }
}
