import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { compileContract, contractSources } from '../build/compile-contracts.test-support.ts';
import { codeCell } from './compiled-code.ts';
import { configCode } from './system/generated/config-code.ts';

const sources = await contractSources();

describe('the compiled contracts', () => {
  it.each(sources)('are what the compiler makes of %s', async (source) => {
    const { file, text } = await compileContract(source);
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  it('are cells with the hash that stands beside them', () => {
    expect(Buffer.from(codeCell(configCode).hash()).toString('hex')).toBe(configCode.hash);
  });
});
