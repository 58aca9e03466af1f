import { describe, expect, it } from '@jest/globals';
import * as TonCore from '@ton/core';
import fc from 'fast-check';
import * as arbitrary from '../arbitraries.test-support.ts';
import { hashToHex } from '../primitives/index.ts';
import {
  crc16,
  formatAccountAddress,
  formatAddress,
  formatUserFriendlyAddress,
  type MessageAddress,
  parseAccountAddress,
  parseAddress,
  rewrittenAddress,
  standardAddress,
} from './index.ts';
import { accountAddressOf } from './account-address.ts';
import { parseUserFriendlyAddress } from './user-friendly-address.ts';

const badText = expect.objectContaining({ code: 'bad_text' });

const withoutAnycast = (address: MessageAddress): MessageAddress =>
  'anycast' in address ? { ...address, anycast: null } : address;

describe('addresses as text', () => {
  it('are read as they were written', () => {
    fc.assert(
      fc.property(arbitrary.messageAddress.map(withoutAnycast), (address) => {
        const text = formatAddress(address);
        expect(parseAddress(text)).toEqual(address);
        expect(formatAddress(parseAddress(text.replace(/:[0-9A-F]+$/, (digits) => digits.toLowerCase())))).toBe(text);
      }),
    );
  });

  it('have the forms of the API', () => {
    const hash = new Uint8Array(32).fill(0xab);
    expect(formatAccountAddress({ workchain: -1, hash })).toBe(`-1:${'AB'.repeat(32)}`);
    expect(formatAddress({ type: 'none' })).toBe('addr_none');
    expect(formatAddress({ type: 'extern', bits: Uint8Array.of(0xf0, 0x80), bitLength: 9 })).toBe('ext$9:F08');
    expect(formatAddress({ type: 'extern', bits: new Uint8Array(0), bitLength: 0 })).toBe('ext$0:');
    expect(formatAddress({ type: 'var', workchain: 300, bits: Uint8Array.of(0xc0), bitLength: 3, anycast: null })).toBe(
      'var$300:3:C',
    );
  });

  it('show where an anycast address leads', () => {
    const hash = new Uint8Array(32).fill(0xff);
    const address: MessageAddress = { type: 'std', workchain: 0, hash, anycast: { depth: 29, prefix: 1 } };
    expect(formatAddress(address)).toBe(`0:0000000F${'F'.repeat(56)}`);
    expect(accountAddressOf(address)).toEqual({ workchain: 0, hash: Uint8Array.of(0, 0, 0, 0x0f, ...hash.slice(4)) });
    expect(hash.every((byte) => byte === 0xff)).toBe(true);
    const short: MessageAddress = {
      type: 'var',
      workchain: 0,
      bits: Uint8Array.of(0xff),
      bitLength: 8,
      anycast: { depth: 9, prefix: 0 },
    };
    expect(() => rewrittenAddress(short)).toThrow(expect.objectContaining({ code: 'bad_value' }));
  });

  it('in any other form are refused', () => {
    const digits = '0'.repeat(64);
    for (const text of [
      '',
      digits,
      `0x${digits}`,
      `0:${digits}0`,
      `128:${digits}`,
      `-129:${digits}`,
      `0:${'g'.repeat(64)}`,
      'ext$9:F0',
      'ext$9:F0C',
      'ext$512:',
      'var$1:3:D',
      `var$9999999999:8:00`,
      'A'.repeat(48),
      'null',
    ]) {
      expect(() => parseAddress(text)).toThrow(badText);
    }
    expect(() => parseAccountAddress('addr_none')).toThrow(badText);
  });

  it('lead to accounts only when they name 256 bits', () => {
    expect(accountAddressOf({ type: 'none' })).toBeNull();
    expect(accountAddressOf({ type: 'extern', bits: Uint8Array.of(1), bitLength: 8 })).toBeNull();
    const bits = new Uint8Array(32).fill(1);
    expect(accountAddressOf({ type: 'var', workchain: 300, bits, bitLength: 256, anycast: null })).toEqual({
      workchain: 300,
      hash: bits,
    });
    expect(accountAddressOf({ type: 'var', workchain: 3, bits, bitLength: 255, anycast: null })).toBeNull();
    const account = { workchain: 0, hash: bits };
    expect(accountAddressOf(standardAddress(account))).toEqual(account);
  });
});

describe('user-friendly addresses', () => {
  const addresses = fc.record({
    workchain: fc.constantFrom(0, -1),
    hash: arbitrary.hash,
    isBounceable: fc.boolean(),
    isTestOnly: fc.boolean(),
  });

  it('are those of @ton/core, and are read in both alphabets', () => {
    fc.assert(
      fc.property(addresses, (address) => {
        const text = formatUserFriendlyAddress(address);
        const other = new TonCore.Address(address.workchain, Buffer.from(address.hash));
        expect(text).toBe(other.toString({ bounceable: address.isBounceable, testOnly: address.isTestOnly }));
        expect(parseUserFriendlyAddress(text)).toEqual(address);
        const standard = text.replaceAll('-', '+').replaceAll('_', '/');
        expect(parseUserFriendlyAddress(standard)).toEqual(address);
        expect(hashToHex(parseAccountAddress(text).hash)).toBe(hashToHex(address.hash));
      }),
    );
  });

  it('with one changed character are refused', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    fc.assert(
      fc.property(addresses, fc.nat(47), fc.integer({ min: 1, max: 63 }), (address, at, shift) => {
        const text = formatUserFriendlyAddress(address);
        const character = alphabet[(alphabet.indexOf(text.charAt(at)) + shift) % 64] ?? '';
        expect(() => parseUserFriendlyAddress(text.slice(0, at) + character + text.slice(at + 1))).toThrow(badText);
      }),
    );
  });

  it('are closed by CRC-16/XMODEM', () => {
    expect(crc16(Buffer.from('123456789'))).toBe(0x31c3);
  });
});
