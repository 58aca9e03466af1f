import { createHash } from 'node:crypto';
import { Bag } from '@tonriver/boc';
import type { Random } from '@tonriver/chain-builder';
import { hashToHex, loadBlock, shardToHex } from '@tonriver/chain-model';
import { TonriverError } from '@tonriver/errors';
import { encodeRawBlock, type RoundPlace } from '@tonriver/events';
import { type FuzzCase, makeCase } from '../make-case.ts';
import type { EntryCorpus, EntrySeed } from './entry-corpus.ts';

/** A record that any program could put into the log. */
export interface RecordCase {
  readonly seed: EntrySeed;
  readonly key: Uint8Array | null;
  readonly value: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  /** The mutations of the block and its headers, in order. */
  readonly mutations: readonly string[];
  /** True if the headers of its place are unchanged, so that it must end when its round is complete. */
  readonly isInItsRound: boolean;
  /** The blocks of the round that are sent with it. */
  readonly company: 'none' | 'masterchain' | 'round';
  readonly random: Random;
}

/** Makes a case; the same seed and number over the same corpus always give the same record. */
export function makeRecordCase(corpus: EntryCorpus, seed: string, number: number): RecordCase {
  const made = makeCase(corpus, seed, number) as FuzzCase & { readonly seed: EntrySeed };
  const { random, bytes } = made;
  const value = random.chance(0.01) ? random.pick([new Uint8Array(), Buffer.from('no bag'), bytes.subarray(9)]) : bytes;
  const company = companyOf(made.seed, random);
  const round = roundOf(made.seed, company);
  const { key, headers } = encodeRawBlock({
    ...factsOf(value, made.seed),
    fileHash: random.chance(0.5) ? createHash('sha256').update(value).digest('hex') : null,
    round,
    boc: value,
  });
  const mutations = [...made.mutations];
  const record = { seed: made.seed, key, value, random, mutations, company };
  if (round === null) mutations.push('without a round');
  if (!random.chance(0.1)) return { ...record, headers, isInItsRound: true };
  const changed = { ...headers };
  for (let left = random.between(1, 3); left > 0; left--) mutations.push(mutateHeaders(changed, random));
  return { ...record, headers: changed, isInItsRound: false };
}

/** Whole rounds are slow, and blocks that stand alone say as much of their readers. */
function companyOf({ round, block }: EntrySeed, random: Random): RecordCase['company'] {
  if (round === undefined) return 'none';
  if (block.info.workchain === -1) return random.chance(0.15) ? 'round' : 'none';
  return random.pick(['none', 'none', 'none', 'masterchain', 'masterchain', 'round'] as const);
}

function roundOf({ round, block }: EntrySeed, company: RecordCase['company']): RoundPlace | null {
  const { workchain, seqno } = block.info;
  if (round !== undefined && company === 'round') return round;
  // A masterchain block is a round by itself, where there are no others.
  if (workchain === -1) return { seqno, index: 0, blockCount: 1, isRangeStart: false };
  return company === 'none' ? null : { seqno: round?.seqno ?? seqno, index: 1, blockCount: 2, isRangeStart: false };
}

/** Returns the facts that an honest sender sends with the bytes; where these cannot be read, those of the seed. */
function factsOf(value: Uint8Array, { block }: EntrySeed) {
  const said = { ...placeOf(block.info), rootHash: 'ab'.repeat(32) };
  try {
    const bag = Bag.parse(value);
    said.rootHash = hashToHex(bag.hash(bag.root));
    return { ...said, ...placeOf(loadBlock(bag).info) };
  } catch (error) {
    // That it is refused with a typed error is checked when the record is read.
    if (!(error instanceof TonriverError)) throw error;
    return said;
  }
}

function placeOf({ workchain, shard, seqno }: EntrySeed['block']['info']) {
  return { workchain, shard: shardToHex(shard), seqno };
}

const names = ['workchain', 'shard', 'seqno', 'root-hash', 'file-hash', 'round', 'round-index', 'round-blocks'];
const oddTexts = [
  '',
  ' ',
  '0',
  '-1',
  '1',
  '4294967295',
  '4294967296',
  '1e3',
  '0x10',
  'NaN',
  'Infinity',
  '0.5',
  '0000000000000000',
  'FFFFFFFFFFFFFFFF',
  '8000000000000000',
  '0000000000000001',
  'ab'.repeat(32),
  '\u0000\ud800',
  '[object Object]',
];
const oddNames = [
  '__proto__',
  'constructor',
  'toString',
  'round-start',
  'dead-letter-code',
  'dead-letter-redriven',
  '',
];
const hugeTextLength = 200_000;
const manyHeaders = 2000;

/** @returns what was done */
function mutateHeaders(headers: Record<string, string>, random: Random): string {
  const name = random.pick(names);
  const kind = random.pick(['remove', 'odd', 'odd', 'odd', 'swap', 'huge', 'add', 'many', 'start'] as const);
  switch (kind) {
    case 'remove':
      delete headers[name];
      return `header ${name} removed`;
    case 'odd':
      headers[name] = random.pick(oddTexts);
      return `header ${name} is ${JSON.stringify(headers[name])}`;
    case 'swap':
      headers[name] = headers[random.pick(names)] ?? '';
      return `header ${name} is that of another`;
    case 'huge':
      headers[name] = random.pick(['7', 'A', '€']).repeat(hugeTextLength);
      return `header ${name} is huge`;
    case 'add': {
      const added = random.pick(oddNames);
      headers[added] = random.pick(oddTexts);
      return `header ${added} added`;
    }
    case 'many':
      for (let index = 0; index < manyHeaders; index++) headers[`x${index}`] = 'y';
      return 'many headers added';
    case 'start':
      headers['round-start'] = '1';
      return 'said to be the start of a range';
  }
}
