import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { Bag } from '@tonriver/boc';
import { describeRecorded, type RecordedData } from '@tonriver/testing';
import { decodeBody } from './decode-body.ts';
import type { BodyDecoding } from './decoded-value.ts';
import { opcodeName } from './opcode-name.ts';
import { renderContract } from './render-contract.ts';
import { renderDeployed } from './render-deployed.ts';

/** The part of a recorded message that concerns its body. */
interface RecordedMessage {
  readonly opcode: string | null;
  readonly decoded_opcode?: string | null;
  readonly message_content: { readonly body: string; readonly decoded?: unknown };
}

function readMessages(file: string): RecordedMessage[] {
  const found: RecordedMessage[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('message_content' in value && value.message_content !== null) found.push(value as RecordedMessage);
    for (const inner of Object.values(value)) walk(inner);
  };
  walk(JSON.parse(readFileSync(file, 'utf8')));
  return found;
}

function decode(body: string): BodyDecoding {
  return decodeBody(Bag.parse(Buffer.from(body, 'base64')));
}

function report(text: string): void {
  process.stdout.write(`${text}\n`);
}

const KIT = 'traces/ton-connect-kit';
const ANSWER = 'api-recordings/toncenter_v3_mainnet_traces_acton.json';

describeRecorded('bodies in recorded answers of the deployed API', [KIT, ANSWER], (data: RecordedData) => {
  const kit = data.path(KIT);
  const files = [
    data.path(ANSWER),
    ...readdirSync(kit)
      .filter((name) => name.endsWith('-traces.json'))
      .map((name) => data.path(KIT, name)),
  ];
  const messages = files.flatMap(readMessages);

  it('print as recorded, in the recorded order of keys', () => {
    const withoutSchema = new Set<string>();
    let compared = 0;
    for (const { message_content: content } of messages) {
      const decoding = decode(content.body);
      if (decoding.kind === 'known') {
        withoutSchema.add(decoding.type);
        continue;
      }
      const shown = renderDeployed(decoding, { place: 'message' });
      expect(shown).toEqual(content.decoded);
      expect(JSON.stringify(shown)).toBe(JSON.stringify(content.decoded));
      compared += 1;
    }
    report(`recorded bodies compared: ${compared}; without a schema: ${[...withoutSchema].join(', ') || 'none'}`);

    if (data.isWhole) expect(compared).toBeGreaterThan(0);
    expect(compared + withoutSchema.size).toBeGreaterThanOrEqual(messages.length);
  });

  it('have the recorded names of their opcodes', () => {
    for (const { opcode, decoded_opcode: name } of messages) {
      expect(opcode === null ? null : (opcodeName(Number(opcode)) ?? null)).toBe(name ?? null);
    }
  });
});

describeRecorded('bodies in the recorded traces', ['traces/ton-indexer'], (data: RecordedData) => {
  const traces = data.path('traces', 'ton-indexer');
  const files = readdirSync(traces, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.trace.json'),
  );

  it('are each decoded, or unknown without an error', () => {
    const bodies = new Map(
      files
        .flatMap((name) => readMessages(data.path('traces', 'ton-indexer', name)))
        .map((message) => [message.message_content.body, message]),
    );
    const counts = new Map<string, number>();
    for (const [body, { opcode }] of bodies) {
      const decoding = decode(body);
      renderDeployed(decoding, { place: 'message' });
      renderContract(decoding, { place: 'message' });
      const type = 'type' in decoding ? `${decoding.kind} ${decoding.type}` : decoding.kind;
      counts.set(type, (counts.get(type) ?? 0) + 1);
      // The announced name may differ where a tag has several constructors, but not whether there is one.
      if (decoding.kind === 'known') expect(decoding.type).toBe(opcodeName(Number(opcode)));
    }
    const lines = [...counts].toSorted(([, first], [, second]) => second - first);
    report(
      `distinct bodies in traces: ${bodies.size}\n${lines.map(([type, count]) => `  ${count} ${type}`).join('\n')}`,
    );

    expect(bodies.size).toBeGreaterThan(0);
    if (data.isWhole) expect(counts.get('decoded jetton_transfer')).toBeGreaterThan(0);
  });
});
