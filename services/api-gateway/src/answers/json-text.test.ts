import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { arrayText, objectText, textOf } from './json-text.ts';

const parse = (text: Uint8Array): unknown => JSON.parse(Buffer.from(text).toString());

it('joined texts are the JSON of the joined values', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()), (items, members) => {
      expect(Buffer.from(arrayText(items.map(textOf))).toString()).toBe(JSON.stringify(items));
      const texts = Object.fromEntries(Object.entries(members).map(([name, value]) => [name, textOf(value)]));
      expect(Buffer.from(objectText(texts)).toString()).toBe(JSON.stringify(members));
      expect(parse(objectText({ items: arrayText([]), members: objectText({}) }))).toEqual({ items: [], members: {} });
    }),
  );
});
