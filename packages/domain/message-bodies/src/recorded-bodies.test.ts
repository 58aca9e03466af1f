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
const OLDER = 'api-recordings/toncenter_v3_testnet_client_responses_2024-07.json';

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
    for (const { message_content: content } of messages) {
      const shown = renderDeployed(decode(content.body), { place: 'message' });
      expect(shown).toEqual(content.decoded);
      expect(JSON.stringify(shown)).toBe(JSON.stringify(content.decoded));
    }
    report(`recorded bodies compared: ${messages.length}`);

    if (data.isWhole) expect(messages.length).toBeGreaterThan(0);
  });

  it('have the recorded names of their opcodes', () => {
    for (const { opcode, decoded_opcode: name } of messages) {
      expect(opcode === null ? null : (opcodeName(Number(opcode)) ?? null)).toBe(name ?? null);
    }
  });
});

describeRecorded(
  'comments in recorded answers of an older release of the deployed API',
  [OLDER],
  (data: RecordedData) => {
    it('print with the recorded text under the members that both releases have', () => {
      const recorded = readMessages(data.path(OLDER)).map(({ message_content: content }) => content);
      const comments = recorded.filter(({ decoded }) => decoded !== null && decoded !== undefined);
      for (const { body, decoded } of comments) {
        expect(renderDeployed(decode(body), { place: 'message' })).toMatchObject(decoded as object);
      }

      if (data.isWhole) expect(comments.length).toBeGreaterThan(0);
    });
  },
);

/** Bodies in the traces that the deployed schema does not fit, because contracts wrote what it does not provide for. */
const unreadable: ReadonlyMap<string, string> = new Map([
  ['coffee_staking_deposit', 'no sender, where the schema has an address that cannot be none'],
  ['coffee_swap', 'parameters without a referral, where the schema has an address that cannot be none'],
  ['coffee_swap_internal', 'the same parameters'],
  ['coffee_payout_internal', 'data of a notification of another form'],
  ['evaa_supply_fail', 'ends before the amount to forward'],
  ['evaa_withdraw_master', 'ends before the amount to forward'],
  ['jetton_mint', 'no receiver, where the schema has an address that cannot be none'],
  ['jetton_burn_notification', 'ends before the address for the response'],
]);

describeRecorded('bodies in the recorded traces', ['traces/ton-indexer'], (data: RecordedData) => {
  const traces = data.path('traces', 'ton-indexer');
  const files = readdirSync(traces, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.trace.json'),
  );

  const bodies = new Map(
    files
      .flatMap((name) => readMessages(data.path('traces', 'ton-indexer', name)))
      .map((message) => [message.message_content.body, message.opcode]),
  );

  it('are each decoded if the tag is known, but for those that do not fit', () => {
    const counts = new Map<string, number>();
    const failed = new Set<string>();
    for (const [body, opcode] of bodies) {
      const decoding = decode(body);
      renderDeployed(decoding, { place: 'message' });
      renderContract(decoding, { place: 'message' });
      const name = opcode === null ? undefined : opcodeName(Number(opcode));
      if (decoding.kind === 'unknown' && name !== undefined) failed.add(name);
      const type = 'type' in decoding ? decoding.type : decoding.kind;
      counts.set(type, (counts.get(type) ?? 0) + 1);
    }
    const lines = [...counts].toSorted(([, first], [, second]) => second - first);
    report(
      `distinct bodies in traces: ${bodies.size}\n${lines.map(([type, count]) => `  ${count} ${type}`).join('\n')}`,
    );

    expect(bodies.size).toBeGreaterThan(0);
    expect([...failed].filter((name) => !unreadable.has(name))).toEqual([]);
    if (data.isWhole) expect(failed.size).toBe(unreadable.size);
  });

  it('have payloads that are decoded too, with those of exchanges that name the next step', () => {
    const inner = new Set<string>();
    for (const body of bodies.keys()) {
      const text = JSON.stringify(renderDeployed(decode(body), { place: 'message' }));
      for (const [, type] of text.matchAll(/"@type":"(\w+_forward_payload)"/g)) inner.add(type!);
    }

    if (data.isWhole) {
      expect([...inner]).toEqual(
        expect.arrayContaining([
          'coffee_deposit_liquidity_forward_payload',
          'coffee_swap_forward_payload',
          'stonfi_swap_forward_payload',
          'stonfi_swap_ok_forward_payload',
          'stonfi_swap_v2_forward_payload',
        ]),
      );
    }
  });
});
