import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Bag, type Cell, CellBuilder, writeBag } from '@tonriver/boc';
import { buildConfig, findConfigParameter } from '@tonriver/chain-model';
import { describeRecorded } from '@tonriver/testing';
import { readTvmConfig } from './tvm-config.ts';

const version = new CellBuilder().storeUint(0xc4, 8).storeUint(13, 32).storeUint(0, 64).endCell();

function configWith(sizeLimits: Cell | null, other = 0): Uint8Array {
  const entries = [
    { parameter: 8, cell: version },
    { parameter: 71, cell: new CellBuilder().storeUint(other, 32).endCell() },
  ];
  return writeBag([buildConfig(sizeLimits === null ? entries : [...entries, { parameter: 43, cell: sizeLimits }])!]);
}

/** Numbers that differ, so that a cut at the wrong bit shows. */
function sizeLimits(tag: number, bits: number, last: number = 0): Cell {
  const builder = new CellBuilder().storeUint(tag, 8);
  for (let left = bits - 8; left > 0; left -= 8) {
    if (left < 8) builder.storeUint(last, left);
    else builder.storeUint((left >> 3) & 0xff, 8);
  }
  return builder.endCell();
}

function parameter(text: Buffer, number: number): Cell | null {
  const bag = Bag.parse(Buffer.from(text.toString('latin1'), 'base64'));
  const cell = findConfigParameter(bag, bag.root, number);
  return cell === null ? null : bag.toCell(cell);
}

describe('a configuration', () => {
  it.each([
    ['absent', null],
    ['of the first form', sizeLimits(1, 168)],
    ['of the second form', sizeLimits(2, 368)],
  ])('with parameter 43 %s is given as it is', (_what, cell) => {
    const config = readTvmConfig(configWith(cell));
    expect(config.isAdapted).toBe(false);
    expect(config.readable).toBe(config.whole);
    expect(config.globalVersion).toBe(13);
  });

  it('is cut before the limit of library loads in parameter 43', () => {
    const builder = new CellBuilder().storeCell(sizeLimits(2, 368)).storeBit(1).storeUint(3, 32);
    const config = readTvmConfig(configWith(builder.endCell()));
    expect(config).toMatchObject({ isAdapted: true, libraryLoadsMax: 3 });
    expect(parameter(config.readable, 43)?.hash()).toEqual(sizeLimits(2, 368).hash());
    expect(parameter(config.reducedReadable, 43)?.hash()).toEqual(sizeLimits(2, 368).hash());
    expect(parameter(config.whole, 43)?.bitLength).toBe(401);
    expect(parameter(config.reduced, 43)?.bitLength).toBe(401);
  });

  it('is cut when only the bit of that limit is set', () => {
    const config = readTvmConfig(configWith(new CellBuilder().storeCell(sizeLimits(2, 368)).storeBit(0).endCell()));
    expect(config).toMatchObject({ isAdapted: true, libraryLoadsMax: null });
    expect(parameter(config.readable, 43)?.bitLength).toBe(368);
  });

  it.each([296, 328, 336])('is extended when its second form has %i bits', (bits) => {
    const config = readTvmConfig(configWith(sizeLimits(2, bits)));
    expect(config.isAdapted).toBe(true);
    expect(parameter(config.readable, 43)?.bitLength).toBe(368);
  });

  it.each([
    ['of an unknown tag', sizeLimits(3, 368)],
    ['one bit longer than known', sizeLimits(2, 402)],
    ['that promises a limit and has none', new CellBuilder().storeCell(sizeLimits(2, 368)).storeBit(1).endCell()],
    ['with a reference', new CellBuilder().storeCell(sizeLimits(2, 368)).storeRef(version).endCell()],
    ['too short', sizeLimits(1, 100)],
  ])('with parameter 43 %s is refused with its reason', (_what, cell) => {
    expect(() => readTvmConfig(configWith(cell))).toThrow(
      expect.objectContaining({
        code: 'tvm_config_not_supported',
        fields: expect.objectContaining({ reason: expect.stringContaining('parameter 43') }),
      }),
    );
  });

  it('keeps only the parameters that the TVM reads', () => {
    const { reduced } = readTvmConfig(configWith(sizeLimits(2, 368)));
    expect(parameter(reduced, 8)?.hash()).toEqual(version.hash());
    expect(parameter(reduced, 43)).not.toBeNull();
    expect(parameter(reduced, 71)).toBeNull();
  });

  it.each([
    ['no bag', new Uint8Array([1])],
    ['an empty cell', writeBag([new CellBuilder().endCell()])],
  ])('that is %s is refused', (_what, bytes) => {
    expect(() => readTvmConfig(bytes)).toThrow(expect.objectContaining({ code: 'tvm_bad_config' }));
  });
});

describeRecorded('recorded configurations', ['config/mainnet_config_84773657_v15.boc'], (data) => {
  it('of version 15 are cut to the values that this TVM knows', () => {
    const config = readTvmConfig(readFileSync(data.path('config', 'mainnet_config_84773657_v15.boc')));
    expect(config).toMatchObject({ globalVersion: 15, isAdapted: true, isAsItIsExact: true });
  });
});
