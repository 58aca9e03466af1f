import { describe, expect, it } from '@jest/globals';
import { Bag, CellBuilder, serializeTree, writeBag } from '@tonriver/boc';
import { standardAddress, writeExternalMessage } from '@tonriver/chain-model';
import { addressOfState, relayState } from '@tonriver/devnet-contracts';
import { codeToRun } from './code-to-run.ts';

const state = relayState(1);
const body = new CellBuilder().storeUint(7, 32).endCell();
const destination = standardAddress(addressOfState(state));
const codeBag = Bag.parse(writeBag([state.code!]));
const code = serializeTree(codeBag, codeBag.root);
const plain = writeBag([writeExternalMessage({ destination, body })]);

describe('the code that a message runs', () => {
  it('is that of its account', () => {
    expect(codeToRun(code, plain)).toBe(code);
  });

  it('is that which it brings for an account without code, in the same bytes in every message', () => {
    for (const seed of [1, 2]) {
      const init = relayState(seed);
      const message = writeExternalMessage({ destination, body, init });
      expect(codeToRun(null, writeBag([message]))).toEqual(code);
    }
  });

  it('is none where neither has any', () => {
    expect(codeToRun(null, plain)).toBeUndefined();
  });

  it('is the same for all messages that are very long', () => {
    const long = [1, 2].map((number) => {
      let cell = new CellBuilder().storeUint(number, 32).endCell();
      for (let depth = 0; depth < 300; depth += 1) {
        cell = new CellBuilder().storeBytes(Buffer.alloc(120, depth)).storeRef(cell).endCell();
      }
      return writeBag([writeExternalMessage({ destination, body: cell, init: relayState(number) })]);
    });
    expect(codeToRun(null, long[0]!)).toEqual(codeToRun(null, long[1]!));
    expect(codeToRun(null, long[0]!)).toHaveLength(1);
  });
});
