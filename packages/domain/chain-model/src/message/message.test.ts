import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Bag, type Cell, CellBuilder } from '@tonriver/boc';
import { libraryReference } from '@tonriver/boc/testing';
import { describeRecorded } from '@tonriver/testing';
import fc from 'fast-check';
import { parseAddress, type InternalAddress } from '../address/index.ts';
import * as arbitrary from '../arbitraries.test-support.ts';
import { hashToHex } from '../primitives/index.ts';
import {
  loadMessage,
  messageBodyHash,
  messageBodySlice,
  type MessageParts,
  normalisedMessageHash,
  resolveMessage,
  storeMessage,
} from './index.ts';
import { messageBodyBytes } from './message-body.ts';

function stored(parts: MessageParts<Cell>): Cell {
  const builder = new CellBuilder();
  storeMessage(builder, parts);
  return builder.endCell();
}

function loaded(parts: MessageParts<Cell>): { bag: Bag; message: ReturnType<typeof loadMessage> } {
  const bag = Bag.of(stored(parts));
  return { bag, message: loadMessage(bag, bag.root) };
}

function externalIn(fields: { destination: InternalAddress; importFee: bigint }): MessageParts['info'] {
  return {
    type: 'external_in',
    ihrDisabled: null,
    bounce: null,
    bounced: null,
    source: { type: 'none' },
    value: null,
    ihrFee: null,
    forwardFee: null,
    createdLt: null,
    createdAt: null,
    ...fields,
  };
}

describe('the body of a message', () => {
  it('is the same cell whether it lies inline or in a cell of its own', () => {
    fc.assert(
      fc.property(arbitrary.messageParts, (parts) => {
        const { bag, message } = loaded(parts);
        expect(hashToHex(messageBodyHash(bag, message))).toBe(hashToHex(parts.body.hash()));
        expect(hashToHex(messageBodySlice(bag, message).toCell().hash())).toBe(hashToHex(parts.body.hash()));
        const alone = Bag.parse(messageBodyBytes(bag, message));
        expect(hashToHex(alone.hash(alone.root))).toBe(hashToHex(parts.body.hash()));
      }),
    );
  });

  it('may be an exotic cell of its own', () => {
    const library = libraryReference(new Uint8Array(32).fill(7));
    const info = externalIn({ destination: standard, importFee: 0n });
    const { bag, message } = loaded({ info, init: null, initLayout: 'inline', body: library, bodyLayout: 'reference' });
    expect(messageBodyHash(bag, message)).toEqual(library.hash());
    expect(messageBodySlice(bag, message).loadUint(8)).toBe(2);
    expect(stored(resolveMessage(bag, message)).hash()).toEqual(bag.hash(bag.root));
  });
});

const standard: InternalAddress = { type: 'std', workchain: 0, hash: new Uint8Array(32), anycast: null };

describe('the normalised hash of an external-in message', () => {
  it('is that of the message without source, fee and StateInit, its body in a cell of its own', () => {
    fc.assert(
      fc.property(arbitrary.messageParts, (parts) => {
        fc.pre(parts.info.type === 'external_in');
        const { bag, message } = loaded(parts);
        const { destination } = parts.info;
        const normal = stored({
          info: externalIn({ destination, importFee: 0n }),
          init: null,
          initLayout: 'inline',
          body: parts.body,
          bodyLayout: 'reference',
        });
        expect(hashToHex(normalisedMessageHash(bag, message))).toBe(hashToHex(normal.hash()));
      }),
    );
  });

  it('does not exist for other messages', () => {
    fc.assert(
      fc.property(arbitrary.messageParts, (parts) => {
        fc.pre(parts.info.type !== 'external_in');
        const { bag, message } = loaded(parts);
        expect(() => normalisedMessageHash(bag, message)).toThrow(expect.objectContaining({ code: 'bad_value' }));
      }),
      { numRuns: 20 },
    );
  });
});

interface RecordedMessage {
  readonly hash: string;
  readonly hash_norm: string;
  readonly destination: string;
  readonly import_fee: string;
  readonly init_state: unknown;
  readonly message_content: { readonly hash: string; readonly body: string };
}

/** Every object with a normalised hash below a value. */
function recordedMessages(value: unknown): RecordedMessage[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.values(value).flatMap(recordedMessages);
  return 'hash_norm' in value && typeof value.hash_norm === 'string' ? [value as RecordedMessage, ...below] : below;
}

describeRecorded('recorded normalised hashes', ['traces/ton-connect-kit'], (data) => {
  it('come out of the recorded parts', () => {
    const folder = data.path('traces', 'ton-connect-kit');
    const messages = readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .flatMap((name) => recordedMessages(JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'))));
    if (data.isWhole) expect(messages.length).toBeGreaterThan(0);
    for (const recorded of messages) {
      const destination = parseAddress(recorded.destination);
      if (destination.type !== 'std') throw new Error('Not a standard address');
      const body = Bag.parse(Buffer.from(recorded.message_content.body, 'base64'));
      const { bag, message } = loaded({
        info: externalIn({ destination, importFee: BigInt(recorded.import_fee) }),
        init: null,
        initLayout: 'inline',
        body: body.toCell(body.root),
        bodyLayout: 'reference',
      });
      expect(Buffer.from(normalisedMessageHash(bag, message)).toString('base64')).toBe(recorded.hash_norm);
    }
    process.stdout.write(`recorded normalised hashes: ${messages.length}\n`);
  });
});
