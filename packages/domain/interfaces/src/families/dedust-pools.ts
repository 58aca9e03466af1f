import type { CellSlice } from '@tonriver/boc';
import { formatAccountAddress } from '@tonriver/chain-model';
import { isSuccess } from '../method-port.ts';
import { StackReader } from '../read-stack.ts';
import { unexpected } from '../unexpected-result.ts';
import { orUndefined } from '../unexpected-result.ts';
import { confirmedBy, type Family } from './family.ts';

/** DeDust's factory, first version: EQBfBWT7X2BHg9tXAxzhz2aKiNTU1tpt5NsiK0uSDW_YAJ67. */
const factory = '0:5F0564FB5F604783DB57031CE1CF668A88D4D4D6DA6DE4DB222B4B920D6FD800';

/** Code of its pools. Others have methods of the same names. */
const poolCodeHashes = [
  '1275095B6DA3911292406F4F4386F9E780099B854C6DEE9EE2895DDCE70927C1',
  '778F0D3FE6482C50888970DF5E787F40F3A4AB282170C035A5920877058C99D3',
  'C0F9D14FBC8E14F0D72CBA2214165EEE35836AB174130912BAF9DBFA43EAD562',
];

/**
 * `(slice asset, slice asset) get_assets()`. The factory must give this address: `slice get_pool_address(int stable?,
 * slice asset, slice asset)`.
 */
export const dedustPool: Family = {
  method: 'get_assets',
  codeHashes: new Set(poolCodeHashes.map((hex) => Buffer.from(hex, 'hex').toString('base64'))),
  async recognise(stack, questions) {
    const [first, second] = [stack.value(), stack.value()];
    const assets = new StackReader([first, second]);
    const found = { kind: 'dedust_pool', assets: [readAsset(assets.slice()), readAsset(assets.slice())] } as const;
    const stable = await questions.run('is_stable');
    if (stable.kind !== 'ended') return { found, check: 'unknown' };
    const isStable = isSuccess(stable.exitCode) ? orUndefined(() => new StackReader(stable.stack).number()) : undefined;
    if (isStable === undefined) return undefined;
    const check = await confirmedBy(questions, {
      by: factory,
      method: 'get_pool_address',
      stack: [{ type: 'number', value: isStable }, first, second],
    });
    return { found, check };
  },
};

/** `native$0000 = Asset; jetton$0001 workchain:int8 address:uint256 = Asset;` */
function readAsset(slice: CellSlice): string | null {
  const tag = slice.loadUint(4);
  if (tag === 0) return null;
  if (tag !== 1) throw unexpected('No asset of DeDust has this tag', { tag });
  return formatAccountAddress({ workchain: slice.loadInt(8), hash: slice.loadBytes(32) });
}
