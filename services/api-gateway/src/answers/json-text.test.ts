import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { arrayText, joinPieces, type JsonText, objectText, textOf } from './json-text.ts';

const joined = (text: JsonText): string => joinPieces(text).toString();

it('joined texts are the JSON of the joined values', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()), (items, members) => {
      expect(joined(arrayText(items.map(textOf)))).toBe(JSON.stringify(items));
      const texts = Object.fromEntries(Object.entries(members).map(([name, value]) => [name, textOf(value)]));
      expect(joined(objectText(texts))).toBe(JSON.stringify(members));
      expect(joined(objectText({ items: arrayText([]), members: objectText({}) }))).toBe('{"items":[],"members":{}}');
    }),
  );
});

it('pieces are text or its bytes', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.boolean())), (texts) => {
      const pieces = texts.map(([text, isText]) => (isText ? text : Buffer.from(text)));
      expect(joinPieces(pieces).toString()).toBe(texts.map(([text]) => text).join(''));
    }),
  );
});
