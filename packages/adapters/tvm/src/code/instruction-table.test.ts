import { describe, expect, it } from '@jest/globals';
import { beginCell, BitReader, BitString, Slice } from '@ton/core';
import { runtime } from 'ton-assembly';
import { instructionShape } from './instruction-table.ts';

interface PeerShape {
  readonly name: string;
  readonly bits: number;
  readonly refs: number;
}

const refs = [1, 2, 3, 4].map((value) => beginCell().storeUint(value, 8).endCell());
const peerBits = 1_000;

/** The instruction that an independent disassembler reads from these bits; null where it finds none. */
function peerShape(word: number): PeerShape | null {
  const bytes = Buffer.alloc(peerBits / 8);
  bytes.writeUIntBE(word, 0, 3);
  // A slice without a cell: cells are hashed when they are made, which would take minutes.
  const slice = new Slice(new BitReader(new BitString(bytes, 0, peerBits)), [...refs]);
  try {
    const { $: name } = runtime.instr.load(slice);
    return { name, bits: peerBits - slice.remainingBits, refs: refs.length - slice.remainingRefs };
  } catch {
    return null;
  }
}

/** Every 16-bit beginning, with two third bytes that differ in all bits, and what the peer makes of it. */
const words: readonly (readonly [word: number, peer: PeerShape | null])[] = Array.from(
  { length: 2 ** 16 },
  (_, first) => [0x5a, 0xa5].map((third) => [first * 256 + third, peerShape(first * 256 + third)] as const),
).flat();

const getExtraBalance = 'f880';
/** Variants of divisions, hashes and BLS that the TVM refuses: they have the length of their family. */
const noInstruction = /^(8[def]|a9|b7a9|b7b6|d72|f90|f930|f834)/;

describe('the instruction table', () => {
  it('has the same lengths as an independent disassembler for every known instruction', () => {
    const differences = new Set<string>();
    let compared = 0;
    for (const [word, peer] of words) {
      const ours = instructionShape(word);
      if (ours.kind === 'unknown' || peer === null) continue;
      compared++;
      if (ours.bits !== peer.bits || ours.refs !== peer.refs) differences.add(`${peer.name} ${word.toString(16)}`);
    }
    expect([...differences]).toEqual([]);
    expect(compared).toBeGreaterThan(100_000);
  });

  it('knows no instruction that the disassembler lacks, except a newer one', () => {
    const only = new Set<string>();
    for (const [word, peer] of words) {
      const { kind, bits } = instructionShape(word);
      // Constants can be longer than what the peer is given to read.
      if (kind !== 'unknown' && bits <= peerBits && peer === null) only.add((word >>> 8).toString(16));
    }
    expect([...only].filter((opcode) => !noInstruction.test(opcode))).toEqual([getExtraBalance]);
  });

  it('marks instructions that turn data into code', () => {
    const dynamic = ['BLESS', 'BLESSVARARGS', 'BLESSARGS', 'RUNVM', 'RUNVMX', 'PFXDICTGETJMP', 'PFXDICTGETEXEC'];
    const jumps = ['DICTIGETJMP', 'DICTUGETJMP', 'DICTIGETEXEC', 'DICTUGETEXEC'];
    const kinds = new Map<string, Set<string>>();
    for (const [word, peer] of words) {
      const name = peer?.name;
      if (name === undefined) continue;
      kinds.set(name, (kinds.get(name) ?? new Set()).add(instructionShape(word).kind));
    }
    for (const name of dynamic) expect([name, ...kinds.get(name)!]).toEqual([name, 'dynamic']);
    for (const name of [...jumps, ...jumps.map((jump) => `${jump}Z`)]) {
      expect([name, ...kinds.get(name)!]).toEqual([name, 'dictionary_jump']);
    }
  });

  it('marks references that are code', () => {
    const withCode = new Set<string>();
    for (const [word, peer] of words) {
      const name = peer?.name;
      if (name !== undefined && instructionShape(word).kind === 'code_refs') withCode.add(name);
    }
    expect([...withCode].sort()).toEqual(
      [
        'PUSHREFCONT CALLREF JMPREF JMPREFDATA IFREF IFNOTREF IFJMPREF IFNOTJMPREF IFREFELSE IFELSEREF IFREFELSEREF',
        'IFBITJMPREF IFNBITJMPREF',
      ]
        .join(' ')
        .split(' ')
        .sort(),
    );
  });
});
