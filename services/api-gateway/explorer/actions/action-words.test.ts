import { describe, expect, it } from '@jest/globals';
import { actionTypes, builtActions, detailTables } from '@tonriver/actions/testing';
import { describeRecorded } from '@tonriver/testing';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Action, Metadata } from '../reading/answers.d.ts';
import { actionName, actionWords } from './action-words.js';
import { sentences } from './sentences.js';
import { readTemplate, valuesOf } from './template.js';
import { tokensOf } from './tokens.js';
import { valueMakers } from './values.js';

/** Those that are stored, and the name under which transfers of extra currencies are shown. */
const types: readonly string[] = [...actionTypes, 'extra_currency_transfer'];
const withoutDetails = ['unknown', 'coffee_mev_protect_failed_swap'];
const [alice, bob, jetton] = ['A', 'B', 'C'].map((digit) => `0:${digit.repeat(64)}`) as [string, string, string];

/** The words of an action, with the last letters of addresses. */
function textOf(action: Pick<Action, 'type' | 'details'> & Partial<Action>, metadata: Metadata = {}): string {
  const whole = { success: true, transactions: [], trace_id: '', action_id: '', end_utime: 0, trace_end_lt: '0' };
  return actionWords({ ...whole, ...action }, tokensOf(metadata))
    .map((piece) => {
      if (piece.kind === 'account') return piece.address.slice(-1);
      if (piece.kind === 'token') return piece.name ?? `${piece.noun} ${piece.address.slice(-1)}`;
      return piece.text;
    })
    .join('');
}

const templatesOf = (type: string): readonly string[] => {
  const sentence = sentences[type] ?? [];
  return typeof sentence === 'string' ? [sentence] : sentence.map(({ say }) => say);
};

const detailKeys = (type: string): ReadonlySet<string> => {
  if (withoutDetails.includes(type)) return new Set();
  const tables = type === 'extra_currency_transfer' ? ['call_contract', 'ton_transfer'] : [type];
  return new Set(tables.flatMap((name) => detailTables[name as keyof typeof detailTables].map(({ key }) => key)));
};

describe('the sentence of an action', () => {
  it('is there for every type that the API can answer, and for no other', () => {
    expect(Object.keys(sentences).toSorted()).toEqual(types.toSorted());
  });

  it.each(types)('is made of values that there are, of details that the type has: %s', (type) => {
    const templates = templatesOf(type);
    expect(templates.length).toBeGreaterThan(0);
    const used = templates.flatMap((template) => valuesOf(readTemplate(template)));
    expect(used.filter(({ what }) => !Object.hasOwn(valueMakers, what))).toEqual([]);
    const keys = detailKeys(type);
    expect(used.flatMap((value) => value.keys.filter((key) => !keys.has(key.split('.')[0]!)))).toEqual([]);
  });

  it.each(types)('has a last choice that always fits, and no sign of the template left: %s', (type) => {
    for (const success of [true, false, null]) {
      const text = textOf({ type, details: {}, success });
      expect(text).not.toBe('');
      expect(text).not.toMatch(/[{}<>|[\]]|undefined|null|NaN/);
    }
  });

  /** Those of whose details the classifier itself knows only some. */
  const halfKnown = ['stake_withdrawal', 'tgbtc_burn_fallback'];
  const unknownParts = (actions: readonly Action[]): readonly string[] =>
    actions
      .filter(({ type }) => !halfKnown.includes(type))
      .map((action) => `${action.type}: ${textOf(action)}`)
      .filter((line) => line.includes('not known'));

  it('names all that matters in a made-up action of every matcher', () => {
    const actions = builtActions() as unknown as readonly Action[];
    expect(new Set(actions.map(({ type }) => type)).size).toBeGreaterThan(70);
    expect(unknownParts(actions)).toEqual([]);
  });

  describeRecorded('of recorded traces', ['traces'], (data) => {
    it('names all that matters', () => {
      const recorded = recordedActions(data.path('traces'));
      expect(data.isWhole && recorded.length === 0).toBe(false);
      expect(unknownParts(recorded)).toEqual([]);
    });
  });

  it('has amounts in whole coins where the decimals are known, and says the unit where they are not', () => {
    const action = {
      type: 'jetton_transfer',
      details: { asset: jetton, sender: alice, receiver: bob, amount: '25100' },
    };
    const known = (extra: Readonly<Record<string, unknown>>, symbol = 'JTK') => ({
      [jetton]: { is_indexed: true, token_info: [{ valid: true, type: 'jetton_masters', symbol, extra }] },
    });
    expect(textOf(action)).toBe('A sent 25\u202f100 smallest units of jetton C to B');
    expect(textOf(action, known({}))).toBe('A sent 25\u202f100 smallest units of JTK to B');
    expect(textOf(action, known({ decimals: '3' }))).toBe('A sent 25.1 JTK to B');
    expect(textOf(action, known({ decimals: '0' }))).toBe('A sent 25\u202f100 JTK to B');
    for (const decimals of ['256', '-1', '1e3', null, {}]) {
      expect(textOf(action, known({ decimals }))).toBe('A sent 25\u202f100 smallest units of JTK to B');
    }
    // What calls itself TON, or nearly so, is a jetton all the same.
    for (const symbol of ['TON', ' ton\u200b', 'Ｔon', 'T\u202eON']) {
      expect(textOf(action, known({ decimals: '3' }, symbol))).toBe('A sent 25.1 jetton C to B');
    }
  });

  it('says of an action that failed that it was tried', () => {
    const swap = {
      dex: 'stonfi',
      sender: alice,
      asset_in: null,
      asset_out: jetton,
      dex_incoming_transfer: { asset: null, amount: '10000000000' },
      dex_outgoing_transfer: { asset: jetton, amount: '5' },
      peer_swaps: [],
    };
    expect(textOf({ type: 'jetton_swap', details: swap })).toBe(
      'A swapped 10 TON for 5 smallest units of jetton C on STON.fi',
    );
    const refunded = { ...swap, dex_outgoing_transfer: { asset: null, amount: '9900000000' } };
    expect(textOf({ type: 'jetton_swap', details: refunded, success: false })).toBe(
      'A tried to swap 10 TON for jetton C on STON.fi',
    );
  });

  it('says of a message that came back that it did', () => {
    const details = { opcode: '0xffffffff', source: alice, destination: bob, value: '100000000', extra_currencies: {} };
    expect(textOf({ type: 'call_contract', details })).toBe('A sent a message back to B with 0.1 TON');
  });

  it('keeps the words of strangers in one line, in their direction, and short', () => {
    const transfer = (comment: string) => ({ source: alice, destination: bob, value: '5300000000', comment });
    const said = (comment: string): string => textOf({ type: 'ton_transfer', details: transfer(comment) });
    expect(said('a\u202eb\u2066c\nd\u0000e')).toBe('A sent 5.3 TON to B, with the comment “abc d e”');
    expect(said('<img src=x>')).toBe('A sent 5.3 TON to B, with the comment “<img src=x>”');
    expect(said(' \u202e\n')).toBe('A sent 5.3 TON to B');
    expect(said('x'.repeat(100_000)).length).toBeLessThan(200);
    const encrypted = { ...transfer('AAAA'), encrypted: true };
    expect(textOf({ type: 'ton_transfer', details: encrypted })).toBe('A sent 5.3 TON to B, with an encrypted comment');
  });

  it('is a name and the accounts for a type that is not known', () => {
    const accounts = Array.from({ length: 9 }, (_, index) => `0:${String(index).repeat(64)}`);
    expect(textOf({ type: 'nft_rented_out', details: {}, accounts })).toBe(
      'NFT rented out of 0, 1, 2, 3, 4 and 4 more',
    );
    expect(textOf({ type: 'nft_rented_out', details: { owner: alice, item: bob, price: '1' } })).toBe(
      'NFT rented out of A and B',
    );
    expect(textOf({ type: 'constructor', details: {} })).toBe('Constructor of accounts that are not known');
  });
});

describe('the name of a type', () => {
  it.each([
    ['jetton_swap', 'Jetton swap'],
    ['nft_put_on_sale', 'NFT put on sale'],
    ['change_dns', 'Change DNS'],
    ['evaa_supply', 'EVAA supply'],
    ['layerzero_dvn_verify', 'LayerZero DVN verify'],
    ['tgbtc_mint', 'tgBTC mint'],
    ['dedust_v2_claim_fees', 'DeDust v2 claim fees'],
    ['something_\u202enew', 'Something new'],
  ])('of %s is %s', (type, name) => {
    expect(actionName(type)).toBe(name);
  });
});

function recordedActions(folder: string): readonly Action[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.expected.json'))
    .flatMap((name) => {
      const { generated } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {
        readonly generated: { readonly actions: readonly { readonly action: Action }[] };
      };
      return generated.actions.map(({ action }) => action);
    });
}
