import { base64Of } from './base64.ts';

/**
 * How the data of a wallet begins: `seqno` as uint32 alone; then the wallet id as uint32; or, in version 5, before both
 * a bit that tells whether a signature is enough.
 */
type WalletData = 'seqno' | 'seqno, id' | 'signature, seqno, id';

/** A plain wallet by the hash of its code. */
export interface WalletCode {
  /** As the deployed service prints it. */
  readonly type: string;
  readonly data: WalletData;
}

/** Plain wallets by hash of code, base64. Highload, vesting and lockup wallets are not among them. */
const walletCodes: ReadonlyMap<string, WalletCode> = new Map([
  ['oM/CxIruFqJx8s/AtzgtgXVs7LEBfQd/qqs7tgL2how=', { type: 'wallet v1 r1', data: 'seqno' }],
  ['1JAvzJ+tdGmPqONTIgpo2g3PcuMryy657gQhfBfTBiw=', { type: 'wallet v1 r2', data: 'seqno' }],
  ['WHzHie/xyE9G7DeX5F/ICaFP9a4k8eDHpqmcydyQYf8=', { type: 'wallet v1 r3', data: 'seqno' }],
  ['XJpeaMEI4YchoHxC+ZVr+zmtd+xtYktgxXbsiO7mUyk=', { type: 'wallet v2 r1', data: 'seqno' }],
  ['/pUw0yQ4Uwg+8u8LTCkIwKv2+hwx6iQ6rKpb+MfXU/E=', { type: 'wallet v2 r2', data: 'seqno' }],
  ['thBBpYp5gLlG6PueGY48kE0keZ/6NldOpCUcQaVm9YE=', { type: 'wallet v3 r1', data: 'seqno, id' }],
  ['hNr6RJ+Ypph3ibojI1gHK8D3bcRSQAKl0JGLmnXS1Zk=', { type: 'wallet v3 r2', data: 'seqno, id' }],
  ['ZN1UgFUixb6KnbWc6gEFzPDQh4bKeb64y3nogKjXMi0=', { type: 'wallet v4 r1', data: 'seqno, id' }],
  ['/rX/aCDi/w2Ug+fg1iyBfYRniftK5YDIeIZtlZ2r1cA=', { type: 'wallet v4 r2', data: 'seqno, id' }],
  ['89fKU0k97trCizgZhqhJQDy6w9LFhHea8IEGWvCsS5M=', { type: 'wallet v5 beta', data: 'signature, seqno, id' }],
  ['IINLe3KxEhR+Gy+0V7hOdNGjDwT3N9T2KmaOlVLSty8=', { type: 'wallet v5 r1', data: 'signature, seqno, id' }],
]);

/** Returns the plain wallet, v1r1 to v5r1, whose code has this hash. */
export function walletCodeOf(hash: Uint8Array): WalletCode | undefined {
  return walletCodes.get(base64Of(hash));
}

/**
 * Tells whether a code hash is that of a plain wallet. Such accounts are shown with a non-bounceable address: a
 * transfer to a wallet that is not deployed yet must not bounce.
 */
export function isWalletCode(hash: Uint8Array): boolean {
  return walletCodeOf(hash) !== undefined;
}
