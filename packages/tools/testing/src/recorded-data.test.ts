import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { describeRecorded, findPart, recordedData, temporaryDirectory } from './index.ts';

const configured = process.env['TONRIVER_DATA'];
afterEach(() => {
  if (configured === undefined) delete process.env['TONRIVER_DATA'];
  else process.env['TONRIVER_DATA'] = configured;
});

describe('recordedData', () => {
  it('returns undefined for TONRIVER_DATA=none', () => {
    process.env['TONRIVER_DATA'] = 'none';

    expect(recordedData()).toBeUndefined();
    expect(findPart('data')).toMatchObject({ isAvailable: false, isAbsentOnPurpose: true });
  });

  it('returns undefined when the folder does not exist', () => {
    process.env['TONRIVER_DATA'] = '/nowhere/at/all';

    expect(recordedData()).toBeUndefined();
    expect(findPart('data')).toMatchObject({ isAvailable: false, isAbsentOnPurpose: false });
  });

  it('reads the index of the folder that the environment names, with names in camel case', () => {
    const folder = temporaryDirectory();
    mkdirSync(join(folder.path, 'blocks'));
    writeFileSync(join(folder.path, 'blocks', 'one.boc'), Uint8Array.of(1, 2));
    const entry = { file: 'blocks/one.boc', root_hash: 'ab', gen_utime: 7, start_lt: '18446744073709551615' };
    writeFileSync(join(folder.path, 'blocks', 'index.json'), JSON.stringify([entry]));
    process.env['TONRIVER_DATA'] = folder.path;

    const [block, ...others] = recordedData()?.blocks() ?? [];

    expect(others).toEqual([]);
    expect(block).toMatchObject({ rootHash: 'ab', genUtime: 7, startLt: '18446744073709551615' });
    expect([...(block?.read() ?? [])]).toEqual([1, 2]);
    folder.remove();
  });

  it('refuses an index with an entry without a file', () => {
    const folder = temporaryDirectory();
    mkdirSync(join(folder.path, 'blocks'));
    writeFileSync(join(folder.path, 'blocks', 'index.json'), '[{"seqno": 1}]');
    process.env['TONRIVER_DATA'] = folder.path;

    expect(() => recordedData()?.blocks()).toThrow('has no file');
    folder.remove();
  });
});

describeRecorded('the recorded data', (data) => {
  it('has every block that its index lists, with the listed size', () => {
    const blocks = data.blocks();

    expect(blocks.length).toBeGreaterThan(0);
    for (const block of blocks) expect(block.read()).toHaveLength(block.bytes);
  });
});
