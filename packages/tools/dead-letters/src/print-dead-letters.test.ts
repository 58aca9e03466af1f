import { describe, expect, it } from '@jest/globals';
import { deadLetterText } from './print-dead-letters.ts';

describe('deadLetterText', () => {
  it('is one line without control codes for any headers', () => {
    const text = deadLetterText({
      offsets: [7n],
      letter: {
        code: 'bad_header',
        cause: 'Not a raw block: ✖ Invalid input\n  → at workchain\n✖ Invalid string\n  → at shard',
        topic: 'mainnet.raw-blocks.v1',
        partition: 1,
        offset: 5n,
        parserVersion: 2,
        recordHash: undefined,
      },
      block: '(\u001b[2J,b,?)',
      round: null,
      bytes: 3,
      timestampMs: undefined,
    });
    expect(text).toBe(
      '7  block (?[2J,b,?)  from mainnet.raw-blocks.v1/1@5  parser 2  bad_header: ' +
        'Not a raw block: ✖ Invalid input → at workchain; ✖ Invalid string → at shard',
    );
  });
});
