import { describe, expect, it } from '@jest/globals';
import { Bag, BocError } from '@tonriver/boc';
import { constructorsOf, knownTags } from './body-registry.ts';
import { decodeBody, decodeBodyAs } from './decode-body.ts';
import { renderContract } from './render-contract.ts';
import { renderDeployed } from './render-deployed.ts';
import type { Constructor } from './schema-language.ts';
import { signedConstructors } from './schemas/signed-wallets.ts';
import { createRandom, type SampleBody, sampleBody } from './testing/sample-body.ts';

const samplesPerConstructor = 25;

/** Random samples of a constructor; those that would not fit into a cell are left out. */
function samples(constructor: Constructor): SampleBody[] {
  const found: SampleBody[] = [];
  for (let seed = 1; found.length < samplesPerConstructor && seed < samplesPerConstructor * 4; seed += 1) {
    try {
      found.push(sampleBody(constructor, createRandom(seed)));
    } catch (error) {
      if (!(error instanceof BocError && error.code === 'cell_overflow')) throw error;
    }
  }
  return found;
}

function rewrittenComment(json: unknown): unknown {
  const { text } = json as { readonly text: string };
  return { '@type': 'text_comment', comment: text, type: 'text_comment' };
}

describe('a body written by the schema of its constructor', () => {
  for (const constructor of [...knownTags.map((tag) => constructorsOf(tag)[0]!), ...signedConstructors]) {
    it(`prints as the description says: ${constructor.name}`, () => {
      const bodies = samples(constructor);

      expect(bodies).toHaveLength(samplesPerConstructor);
      for (const { cell, json } of bodies) {
        const decoding = decodeBody(Bag.of(cell));
        const expected = constructor.name === 'text_comment' ? rewrittenComment(json) : json;
        expect(renderDeployed(decoding, { place: 'message' })).toEqual(expected);
        expect(renderContract(decoding, { place: 'message' })).toMatchObject({ type: constructor.name });
      }
    });
  }
});

// What is written for a later constructor of a tag may well be read as an earlier one.
describe('a body written by the schema of a later constructor of its tag', () => {
  for (const [first, ...others] of knownTags.map(constructorsOf)) {
    for (const [index, constructor] of others.entries()) {
      it(`prints as the description says: ${constructor.name}, number ${index + 2} of ${first!.name}`, () => {
        const bodies = samples(constructor);

        expect(bodies).toHaveLength(samplesPerConstructor);
        for (const { cell, json } of bodies) {
          const bag = Bag.of(cell);
          expect(renderDeployed(decodeBodyAs(constructor, bag.slice(bag.root)), { place: 'decode' })).toEqual(json);
          expect(decodeBody(bag).kind).toBe('decoded');
        }
      });
    }
  }
});
