/**
 * Hashes (base64) of the wallet codes that are shown with a non-bounceable address: a transfer to a wallet that is not
 * deployed yet must not bounce. Highload, vesting and lockup wallets are not among them.
 */
const walletCodes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    v1r1: 'oM/CxIruFqJx8s/AtzgtgXVs7LEBfQd/qqs7tgL2how=',
    v1r2: '1JAvzJ+tdGmPqONTIgpo2g3PcuMryy657gQhfBfTBiw=',
    v1r3: 'WHzHie/xyE9G7DeX5F/ICaFP9a4k8eDHpqmcydyQYf8=',
    v2r1: 'XJpeaMEI4YchoHxC+ZVr+zmtd+xtYktgxXbsiO7mUyk=',
    v2r2: '/pUw0yQ4Uwg+8u8LTCkIwKv2+hwx6iQ6rKpb+MfXU/E=',
    v3r1: 'thBBpYp5gLlG6PueGY48kE0keZ/6NldOpCUcQaVm9YE=',
    v3r2: 'hNr6RJ+Ypph3ibojI1gHK8D3bcRSQAKl0JGLmnXS1Zk=',
    v4r1: 'ZN1UgFUixb6KnbWc6gEFzPDQh4bKeb64y3nogKjXMi0=',
    v4r2: '/rX/aCDi/w2Ug+fg1iyBfYRniftK5YDIeIZtlZ2r1cA=',
    v5_beta: '89fKU0k97trCizgZhqhJQDy6w9LFhHea8IEGWvCsS5M=',
    v5r1: 'IINLe3KxEhR+Gy+0V7hOdNGjDwT3N9T2KmaOlVLSty8=',
  }).map(([version, hash]) => [hash, version]),
);

/** Tells whether a code hash is that of a plain wallet, v1r1 to v5r1. */
export function isWalletCode(hash: Uint8Array): boolean {
  return walletCodes.has(Buffer.from(hash).toString('base64'));
}
