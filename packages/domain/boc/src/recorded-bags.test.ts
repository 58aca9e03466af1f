import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { describeRecorded, type RecordedData } from '@tonriver/testing';
import { Bag, serializeTree, sha256, writeBag } from './index.ts';

const KIT = 'traces/ton-connect-kit';
const ANSWER = 'api-recordings/toncenter_v3_mainnet_traces_acton.json';

describeRecorded('Bags of the recorded data', (data) => {
  it('gives every recorded block its root hash, from all of its cells', () => {
    const wrong = data.blocks().filter((block) => {
      const bag = Bag.parse(block.read());
      bag.hashAll();
      return hex(bag.hash(bag.root)) !== block.rootHash;
    });

    expect(data.blocks().length).toBeGreaterThan(0);
    expect(wrong.map((block) => block.file)).toEqual([]);
  });

  it('writes every block whose file hash is known as the node wrote it, byte for byte', () => {
    const confirmed = data.blocks().filter((block) => block.sha256IsBlockFileHash !== 'not confirmed');
    const different = confirmed.filter((block) => {
      const bag = Bag.parse(block.read());
      const form = { index: true, cacheBits: true, hashes: true };
      return hex(sha256(writeBag([bag.toCell(bag.root)], form))) !== block.sha256;
    });

    if (data.isWhole) expect(confirmed.length).toBeGreaterThan(0);
    expect(different.map((block) => block.file)).toEqual([]);
  });
});

describeRecorded('Bags of recorded states', ['blocks/states/index.json'], (data) => {
  it('have the root hashes that were recorded', () => {
    const states = index(data.path('blocks', 'states', 'index.json'));
    for (const state of states) {
      const bag = Bag.parse(readFileSync(data.path(String(state['file']))));

      expect(hex(bag.hash(bag.root))).toBe(state['root_hash']);
    }
  });
});

describeRecorded('Bags of recorded API answers', [KIT, ANSWER], (data) => {
  it('are written byte for byte: bodies, states and code', () => {
    const recorded = nodeSerialisations(data);
    const different = recorded.filter((text) => {
      const bag = Bag.parse(Buffer.from(text, 'base64'));
      const expected = Buffer.from(text, 'base64');
      return !expected.equals(serializeTree(bag, bag.root)) || !expected.equals(writeBag([bag.toCell(bag.root)]));
    });

    expect(recorded.length).toBeGreaterThan(0);
    expect(different).toEqual([]);
  });
});

function index(file: string): readonly Record<string, unknown>[] {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Every different bag with a checksum and without an index in answers of the deployed API. */
function nodeSerialisations(data: RecordedData): string[] {
  const folder = data.path(KIT);
  const files = readdirSync(folder).filter((name) => name.endsWith('-traces.json'));
  const texts = [
    ...files.map((name) => readFileSync(`${folder}/${name}`, 'utf8')),
    readFileSync(data.path(ANSWER), 'utf8'),
  ];
  return [...new Set(texts.flatMap((text) => text.match(/te6cck[A-Za-z0-9+/=]+|te6ccg[A-Za-z0-9+/=]+/g) ?? []))];
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
