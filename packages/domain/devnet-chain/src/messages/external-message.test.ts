import { describe, expect, it } from '@jest/globals';
import { Address, beginCell, external } from '@ton/core';
import { hashToHex } from '@tonriver/chain-model';
import { writeBag } from '@tonriver/boc';
import { TonriverError } from '@tonriver/errors';
import fc from 'fast-check';
import { createWallet } from '../network/wallet.ts';
import { readExternalMessage } from './external-message.ts';
import { storeMessage } from '@ton/core';

const wallet = createWallet('reader');
const order = { seqno: 1, validUntil: 1_900_000_000, to: wallet.address, amount: 1n, bounce: true };
const boc = writeBag([wallet.transfer(order)]);

describe('the reader of external messages', () => {
  it('reads destination, hash and normalised hash', () => {
    const message = readExternalMessage(boc);
    expect(message.account).toEqual(wallet.address);
    expect(hashToHex(message.hash)).toBe(hashToHex(message.cell.hash()));
    // The wallet writes messages in the normal form.
    expect(hashToHex(message.normalisedHash)).toBe(hashToHex(message.hash));
  });

  it('gives messages that relays wrote in other ways the same normalised hash', () => {
    const body = beginCell().storeUint(7, 32).endCell();
    const to = `0:${'ab'.repeat(32)}`;
    const readInline = readExternalMessage(
      beginCell()
        .store(storeMessage(external({ to, body }), { forceRef: false }))
        .endCell()
        .toBoc(),
    );
    const readApart = readExternalMessage(
      beginCell()
        .store(storeMessage(external({ to, body }), { forceRef: true }))
        .endCell()
        .toBoc(),
    );
    expect(hashToHex(readInline.hash)).not.toBe(hashToHex(readApart.hash));
    expect(hashToHex(readInline.normalisedHash)).toBe(hashToHex(readApart.normalisedHash));
  });

  it('refuses what is no external message to an account of the chain, with a reason', () => {
    const toBoc = (cell: ReturnType<typeof beginCell>) => cell.endCell().toBoc();
    const otherWorkchain = beginCell().store(storeMessage(external({ to: `3:${'ab'.repeat(32)}` })));
    const badMessage = expect.objectContaining({ code: 'bad_message' });
    expect(() => readExternalMessage(toBoc(otherWorkchain))).toThrow(badMessage);
    expect(() => readExternalMessage(toBoc(beginCell()))).toThrow(badMessage);
    expect(() => readExternalMessage(toBoc(beginCell().storeUint(0, 200)))).toThrow(badMessage);
    const library = beginCell().storeUint(2, 8).storeUint(0, 256).endCell({ exotic: true });
    const exoticBody = beginCell()
      .storeUint(0b10_00, 4)
      .storeAddress(Address.parse(`0:${'ab'.repeat(32)}`));
    exoticBody.storeCoins(0).storeBit(0).storeBit(1).storeRef(library);
    expect(() => readExternalMessage(toBoc(exoticBody))).toThrow(/exotic/);
    expect(() => readExternalMessage(new Uint8Array(70_000))).toThrow(badMessage);
    expect(() => readExternalMessage(boc.subarray(0, 50))).toThrow(expect.objectContaining({ code: 'bad_bag' }));
  });

  it('throws only typed errors for damaged bytes', () => {
    fc.assert(
      fc.property(fc.nat(boc.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const damaged = Uint8Array.from(boc);
        damaged[at] = (damaged[at] as number) ^ change;
        try {
          readExternalMessage(damaged);
        } catch (error) {
          expect(error).toBeInstanceOf(TonriverError);
          expect(['bad_bag', 'bad_message']).toContain((error as TonriverError).code);
        }
      }),
      { numRuns: 300 },
    );
  });
});
