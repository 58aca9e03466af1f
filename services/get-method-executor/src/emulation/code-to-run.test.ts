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

  it('is empty where neither has any', () => {
    expect(codeToRun(null, plain)).toHaveLength(0);
  });
});
