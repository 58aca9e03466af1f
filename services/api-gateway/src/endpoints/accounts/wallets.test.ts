import { describe, expect, it } from '@jest/globals';
import { CellBuilder, writeBag } from '@tonriver/boc';
import { walletCodeOf } from '../../answers/wallet-codes.ts';
import { walletOf } from './wallets.ts';

const bagOf = (build: (builder: CellBuilder) => CellBuilder): Uint8Array =>
  writeBag([build(new CellBuilder()).endCell()]);
const code = (hash: string) => walletCodeOf(Buffer.from(hash, 'base64'))!;
const v2r1 = code('XJpeaMEI4YchoHxC+ZVr+zmtd+xtYktgxXbsiO7mUyk=');
const v4r2 = code('/rX/aCDi/w2Ug+fg1iyBfYRniftK5YDIeIZtlZ2r1cA=');
const v5r1 = code('IINLe3KxEhR+Gy+0V7hOdNGjDwT3N9T2KmaOlVLSty8=');

describe('a plain wallet', () => {
  it('says in its data, by version, its seqno, its id, and whether a signature is enough', () => {
    const numbers = bagOf((builder) => builder.storeUint(7, 32).storeUint(0xffffffff, 32).storeUint(1, 1));
    expect(walletOf(v2r1, numbers)).toEqual({ type: 'wallet v2 r1', seqno: 7 });
    expect(walletOf(v4r2, numbers)).toEqual({ type: 'wallet v4 r2', seqno: 7, walletId: 0xffffffff });
    const newest = bagOf((builder) => builder.storeBit(1).storeUint(8, 32).storeUint(2_147_483_409, 32));
    expect(walletOf(v5r1, newest)).toEqual({
      type: 'wallet v5 r1',
      seqno: 8,
      walletId: 2_147_483_409,
      isSignatureAllowed: true,
    });
  });

  it.each([
    ['too short', v4r2, bagOf((builder) => builder.storeUint(7, 32).storeUint(1, 31))],
    ['empty', v2r1, bagOf((builder) => builder)],
    [
      'the name of a library',
      v5r1,
      writeBag([new CellBuilder().storeUint(2, 8).storeBytes(new Uint8Array(32)).endExotic('library')]),
    ],
    ['no bag', v5r1, new Uint8Array(4)],
  ])('is none if its data is %s', (_what, wallet, data) => {
    expect(walletOf(wallet, data)).toBeUndefined();
  });
});
