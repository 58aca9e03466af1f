import { describe, expect, it } from '@jest/globals';
import { CellBuilder, writeBag } from '@tonriver/boc';
import { bodyTextLengthMax, decodeBodyText } from './body-text.ts';
import { renderDeployed } from './render-deployed.ts';

const comment = new CellBuilder().storeUint(0, 32).storeBytes(Buffer.from('hi?>')).endCell();
const bytes = Buffer.from(writeBag([comment], { crc: true }));
const shown = { '@type': 'text_comment', text: 'hi?>' };

function shownFor(text: string): unknown {
  return renderDeployed(decodeBodyText(text), { place: 'decode' });
}

describe('decodeBodyText', () => {
  it('reads standard base64 where the text begins with te6, else hexadecimal in either case', () => {
    expect(shownFor(bytes.toString('base64'))).toEqual(shown);
    expect(shownFor(bytes.toString('hex'))).toEqual(shown);
    expect(shownFor(bytes.toString('hex').toUpperCase())).toEqual(shown);
  });

  const refused: readonly (readonly [string, string, string])[] = [
    ['base64url', bytes.toString('base64').replaceAll('/', '_').replaceAll('+', '-'), 'failed to decode base64: '],
    ['base64 without padding', 'te6cckE', 'failed to decode base64: Wrong padding length'],
    ['base64 with three padding characters', 'te6c=====', 'failed to decode base64: Wrong string padding'],
    ['base64 with bits left over', 'te6cckF=', 'failed to decode base64: Wrong padding in the string'],
    ['base64 with white space', 'te6c ckE', 'failed to decode base64: Wrong character in the string'],
    ['half a byte of hexadecimal', 'b5e', 'failed to decode hex: Wrong hex string length'],
    ['other letters', 'zz', 'failed to decode hex: Wrong hex string'],
    ['hexadecimal with a prefix', `0x${bytes.toString('hex')}`, 'failed to decode hex: Wrong hex string'],
    ['nothing', '', 'failed to deserialize boc: '],
    ['bytes that are no bag', 'deadbeef', 'failed to deserialize boc: '],
    ['a bag cut short', bytes.toString('hex').slice(0, -4), 'failed to deserialize boc: '],
    ['too much', '0'.repeat(bodyTextLengthMax + 2), 'encoded boc size limit exceeded'],
  ];
  for (const [what, text, reason] of refused) {
    it(`says why ${what} is no body`, () => {
      expect(shownFor(text)).toEqual({ error: expect.stringContaining(`unknown: ${reason}`) });
    });
  }

  it('refuses a bag with two roots', () => {
    const twoRoots = Buffer.from(writeBag([comment, new CellBuilder().storeUint(1, 8).endCell()], { crc: true }));

    expect(shownFor(twoRoots.toString('hex'))).toEqual({
      error: expect.stringContaining('unknown: failed to deserialize boc: '),
    });
  });

  it('takes time that grows with the text only, whatever the text', () => {
    const started = performance.now();
    for (const text of [`te6c${'='.repeat(1_000_000)}x`, `te6c${'A'.repeat(1_000_000)}`, 'b5'.repeat(500_000)]) {
      expect(decodeBodyText(text).kind).toBe('unknown');
    }

    expect(performance.now() - started).toBeLessThan(15_000);
  });
});
