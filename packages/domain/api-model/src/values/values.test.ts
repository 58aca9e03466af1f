import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  hashToBase64,
  opcodeHex,
  opcodeSigned,
  parseAddress,
  parseBoolean,
  parseSort,
  shardDecimal,
  shardHex,
  userFriendlyAddress,
} from '../index.ts';
import { parseHash } from './hash-text.ts';
import { parseInt32, parseLogicalTime, parseUnixTime } from './number-text.ts';
import { parseOpcode } from './opcode-text.ts';
import { parseShard } from './shard-text.ts';

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe('hash text', () => {
  it('is read to the same bytes in every form', () => {
    fc.assert(
      fc.property(bytes32, (bytes) => {
        const buffer = Buffer.from(bytes);
        const hex = buffer.toString('hex');
        const forms = [
          hex,
          hex.toUpperCase(),
          `0x${hex}`,
          `0X${hex}`,
          `  ${hex} `,
          buffer.toString('base64'),
          buffer.toString('base64').slice(0, 43),
          buffer.toString('base64url'),
          `${buffer.toString('base64url')}=`,
        ];
        for (const form of forms) expect(Buffer.from(parseHash(form) ?? []).equals(buffer)).toBe(true);
        expect(hashToBase64(bytes)).toBe(buffer.toString('base64'));
      }),
    );
  });

  it.each([
    '',
    'ab',
    'zz'.repeat(32),
    'ab'.repeat(31),
    'ab'.repeat(33),
    'A'.repeat(42),
    'A'.repeat(45),
    '!'.repeat(44),
  ])('refuses %j', (text) => expect(parseHash(text)).toBeUndefined());
});

describe('opcode text', () => {
  it.each([
    ['10', 0x10],
    ['0x0f8a7ea5', 0x0f8a7ea5],
    ['0XFFFFFFFF', 0xffffffff],
    ['00000000000f', 0xf],
    ['-5', 0xfffffffb],
    ['1234567890', 1_234_567_890],
    ['-2147483648', 0x80000000],
  ])('reads %s', (text, opcode) => expect(parseOpcode(text)).toBe(opcode));

  it.each(['', '0x', '4294967295', 'xyz', '0x123456789', '0x-5', ' 1'])('refuses %j', (text) =>
    expect(parseOpcode(text)).toBeUndefined(),
  );

  it('is printed as unsigned hexadecimal and as a signed integer', () => {
    expect([opcodeHex(0xd53276db), opcodeHex(5)]).toEqual(['0xd53276db', '0x00000005']);
    expect([opcodeSigned(0xd53276db), opcodeSigned(5)]).toEqual([-718_113_061, 5]);
  });
});

describe('shard text', () => {
  it('is printed in both forms and read from them', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (shard) => {
        expect(parseShard(shardHex(shard))).toBe(shard);
        expect(parseShard(`0x${shardHex(shard)}`)).toBe(shard);
        expect(shardDecimal(BigInt.asUintN(64, shard))).toBe(shard.toString());
      }),
    );
    expect(parseShard('-9223372036854775808')).toBe(-(2n ** 63n));
    expect(shardHex(-(2n ** 63n))).toBe('8000000000000000');
    expect(shardHex(2n ** 59n)).toBe('800000000000000');
  });

  it.each(['', 'g', '99999999999999999999', '--1'])('refuses %j', (text) => expect(parseShard(text)).toBeUndefined());
});

describe('number text', () => {
  it('reads signed 32-bit integers, an empty value as 0', () => {
    expect(['', '7', '-7', '+7', '2147483647'].map(parseInt32)).toEqual([0, 7, -7, 7, 2_147_483_647]);
    expect(['x', '1.5', '2147483648', '-2147483649', '9'.repeat(100_000)].map(parseInt32)).toEqual(
      Array(5).fill(undefined),
    );
  });

  it('ignores the fraction of a Unix time', () => {
    expect(['0', '1700000000.9', '4294967295', '1e9'].map(parseUnixTime)).toEqual([
      0, 1_700_000_000, 4_294_967_295, 1e9,
    ]);
    expect(['-1', '4294967296'].map(parseUnixTime)).toEqual([-1, 4294967296]);
    expect(['', '1e30', '0x1', 'now'].map(parseUnixTime)).toEqual(Array(4).fill(undefined));
  });

  it('reads logical times up to 64 bits', () => {
    expect(parseLogicalTime('18446744073709551615')).toBe(2n ** 64n - 1n);
    expect(parseLogicalTime('18446744073709551616')).toBeUndefined();
  });

  it('reads booleans and sort orders as Go does', () => {
    expect(['1', 'True', 'f', 'yes'].map(parseBoolean)).toEqual([true, true, false, undefined]);
    expect(['ASC', 'd', 'desc', 'up'].map(parseSort)).toEqual(['asc', 'desc', 'desc', undefined]);
  });
});

describe('address text', () => {
  const accountHex = '4E3664FAEE814FBDB6C1CB36D72BAC52D15E186C11ECD664FE1B3F1A7CFD801D';

  it('is printed like in the public service', () => {
    const form = (isBounceable: boolean): string | undefined =>
      userFriendlyAddress({ workchain: 0, accountHex, isBounceable, isTestnet: false });
    expect(form(false)).toBe('UQBONmT67oFPvbbByzbXK6xS0V4YbBHs1mT-Gz8afP2AHdyt');
    expect(form(true)?.startsWith('EQ')).toBe(true);
  });

  it('is read to the same account in raw and user-friendly form, with any flags', () => {
    fc.assert(
      fc.property(
        bytes32,
        fc.integer({ min: -128, max: 127 }),
        fc.boolean(),
        fc.boolean(),
        (bytes, workchain, isBounceable, isTestnet) => {
          const hash = Buffer.from(bytes);
          const hex = hash.toString('hex').toUpperCase();
          const friendly = userFriendlyAddress({ workchain, accountHex: hex, isBounceable, isTestnet }) ?? '';
          const standardAlphabet = friendly.replaceAll('-', '+').replaceAll('_', '/');
          for (const text of [`${workchain}:${hex}`, `${workchain}:${hex.toLowerCase()}`, friendly, standardAlphabet]) {
            expect(parseAddress(text)).toEqual({ kind: 'std', workchain, hash });
          }
        },
      ),
    );
  });

  it('refuses a user-friendly form with a wrong checksum', () => {
    expect(parseAddress('UQBONmT67oFPvbbByzbXK6xS0V4YbBHs1mT-Gz8afP2AHdyu')).toBeUndefined();
  });

  it('is refused as hexadecimal without workchain, or with a prefix', () => {
    expect([accountHex, `0x${accountHex}`, `0:0x${accountHex}`, '', '0:12'].map(parseAddress)).toEqual(
      Array(5).fill(undefined),
    );
  });

  it('reads no address, external and variable ones', () => {
    expect(['null', 'addr_none'].map(parseAddress)).toEqual([{ kind: 'none' }, { kind: 'none' }]);
    expect(parseAddress('ext$9:0a8')).toEqual({ kind: 'text', text: 'ext$9:0A8' });
    expect(parseAddress('var$-1:8:ff')).toEqual({ kind: 'text', text: 'var$-1:8:FF' });
    expect(['ext$9:0a1', 'ext$9:0a', 'ext$512:', 'var$1:8:f'].map(parseAddress)).toEqual(Array(4).fill(undefined));
  });
});
