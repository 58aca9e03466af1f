import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PendingTrace } from '@tonriver/pending-store';
import { answerSchemaOf } from '../../testing/answer-schema.test-support.ts';
import type { EmulatedTransfers } from '../../testing/emulated-transfers.test-support.ts';
import {
  PENDING_DIALECTS,
  type PendingGateway,
  type Query,
  startPendingGateway,
} from '../../testing/pending-gateway.test-support.ts';
import { minedPlace, pendingTraceOf, refusedTraceOf } from '../../testing/pending-traces.test-support.ts';

const PATH = '/v3/pendingActions';
const UNKNOWN = `0:${'77'.repeat(32)}`;

type Action = Readonly<Record<string, unknown>> & { readonly type: string; readonly transactions: readonly string[] };
/** Another message: of a later time, or of another hash. */
const other = (trace: PendingTrace, name: number, changes: (action: Action) => object = () => ({})): PendingTrace => {
  const hash = Buffer.alloc(32, name).toString('base64');
  const change = (answer: PendingTrace['actions'][number]['contract']) =>
    ({ ...answer, ...changes(answer as unknown as Action) }) as typeof answer;
  const actions = trace.actions.map((action) => ({
    ...action,
    contract: change(action.contract),
    deployed: change(action.deployed),
  }));
  return { ...trace, key: hash, externalHash: hash, actions };
};

let opened: PendingGateway;
let transfers: EmulatedTransfers;
beforeAll(async () => {
  opened = await startPendingGateway();
  ({ transfers } = opened);
}, 120_000);
beforeEach(() => opened.reset());
afterAll(() => opened?.stop());

describe.each(PENDING_DIALECTS)('pendingActions of %s', (base, dialect, refused) => {
  const ask = (query: Query, headers?: Readonly<Record<string, string>>) =>
    opened.ask(`${base}${PATH}`, query, headers);
  const actionsOf = async (query: Query, headers?: Readonly<Record<string, string>>): Promise<readonly Action[]> => {
    const { status, json } = await ask(query, headers);
    expect([status, answerSchemaOf(PATH, dialect).safeParse(json).error]).toEqual([200, undefined]);
    return json['actions'] as unknown as readonly Action[];
  };
  const typesOf = async (query: Query, headers?: Readonly<Record<string, string>>) =>
    (await actionsOf(query, headers)).map(({ type }) => type);

  it('refuses a request without account and hash, in the words of the deployed service', async () => {
    const { status, json } = await ask({ supported_action_types: 'latest' });
    const told = { code: refused, error: 'account or ext_msg_hash should be specified' };
    expect([status, json]).toEqual([refused, told]);
  });

  it.each([
    ['account', 'nowhere', '"account"'],
    ['ext_msg_hash', 'nothing', 'index 0 of "ext_msg_hash"'],
  ])('refuses a wrong %s', async (name, value, place) => {
    const { status, json } = await ask({ [name]: value });
    expect([status, json['error']]).toEqual([refused, `failed to decode: schema: error converting value for ${place}`]);
  });

  it('answers 200 with empty lists where nothing is pending, and is not kept', async () => {
    const { status, json, headers } = await ask({ account: UNKNOWN });
    expect([status, json]).toEqual([200, { actions: [], address_book: {}, metadata: {} }]);
    expect([headers.get('cache-control'), headers.get('x-indexed-seqno')]).toEqual(['no-store', '12']);
    expect(await actionsOf({ ext_msg_hash: 'ab'.repeat(32) })).toEqual([]);
    // An address that is no account's.
    expect(await actionsOf({ account: 'null' })).toEqual([]);
  });

  it('answers the actions of a message by its normalised hash, and by the hash with which it was sent', async () => {
    const hash = Buffer.alloc(32, 9).toString('base64');
    await opened.keep(pendingTraceOf(transfers.jettons, 0, { externalHash: hash }));
    for (const asked of [hash, transfers.jettons.normalisedHash]) {
      expect(await typesOf({ ext_msg_hash: asked })).toEqual(['jetton_transfer', 'contract_deploy']);
    }
  });

  it('takes hashes in every text form, repeated and in a list with commas', async () => {
    await opened.keep(pendingTraceOf(transfers.jettons), pendingTraceOf(transfers.coins));
    const bytes = Buffer.from(transfers.coins.hash, 'base64');
    const forms = [bytes.toString('hex'), bytes.toString('hex').toUpperCase(), `0x${bytes.toString('hex')}`];
    for (const form of [...forms, bytes.toString('base64'), bytes.toString('base64url')]) {
      expect(await typesOf({ ext_msg_hash: form })).toEqual(['ton_transfer']);
    }
    const both = [transfers.coins.hash, transfers.jettons.hash];
    expect(await typesOf({ ext_msg_hash: both })).toHaveLength(3);
    expect(await typesOf({ ext_msg_hash: both.join(',') })).toHaveLength(3);
    expect(await typesOf({ ext_msg_hash: [both[0]!, both[0]!] })).toHaveLength(1);
  });

  it('answers by account only the actions in whose accounts it is, in every form of the address', async () => {
    await opened.keep(pendingTraceOf(transfers.jettons));
    const { details } = (await actionsOf({ ext_msg_hash: transfers.jettons.hash }))[0]! as unknown as {
      details: Readonly<Record<string, string>>;
    };
    const wallet = details['receiver_jetton_wallet']!;
    expect(await typesOf({ account: wallet })).toEqual(['jetton_transfer', 'contract_deploy']);
    expect(await typesOf({ account: transfers.bob })).toEqual(['jetton_transfer']);
    expect(await typesOf({ account: transfers.bob.toLowerCase() })).toEqual(['jetton_transfer']);
    expect(await typesOf({ account: UNKNOWN })).toEqual([]);
    for (const { accounts } of await actionsOf({ account: wallet })) expect(accounts).toContain(wallet);
  });

  it('counts the last of several accounts', async () => {
    await opened.keep(pendingTraceOf(transfers.coins));
    expect(await typesOf({ account: [UNKNOWN, transfers.bob] })).toEqual(['ton_transfer']);
    expect(await typesOf({ account: [transfers.bob, UNKNOWN] })).toEqual([]);
  });

  it(`with both filters ${dialect === 'contract' ? 'wants both to hold' : 'lets the account win'}`, async () => {
    await opened.keep(pendingTraceOf(transfers.jettons), pendingTraceOf(transfers.coins));
    const both = await typesOf({ account: transfers.bob, ext_msg_hash: transfers.coins.hash });
    expect(both).toEqual(dialect === 'contract' ? ['ton_transfer'] : ['jetton_transfer', 'ton_transfer']);
    const unlike = await typesOf({ account: transfers.bob, ext_msg_hash: 'ab'.repeat(32) });
    expect(unlike).toHaveLength(dialect === 'contract' ? 0 : 2);
  });

  it('says of an emulated action that it is pending, of a trace without id, by predicted hashes', async () => {
    const trace = pendingTraceOf(transfers.coins);
    await opened.keep(trace);
    const { json } = await ask({ account: transfers.alice });
    const [action] = json['actions'] as unknown as readonly Action[];
    const { contract } = trace.actions[0]!;
    expect(action).toMatchObject({
      trace_id: null,
      action_id: contract['action_id'],
      finality: 'pending',
      trace_external_hash: transfers.coins.hash,
      trace_mc_seqno_end: 0,
      trace_end_lt: contract['trace_end_lt'],
      transactions: contract['transactions'],
      details: { source: transfers.alice, destination: transfers.bob, value: '1000000000' },
    });
    expect(new Set(action!['accounts'] as string[])).toEqual(new Set([transfers.alice, transfers.bob]));
    for (const absent of ['trace_external_hash_norm', 'transactions_full', 'raw_action']) {
      expect(action).not.toHaveProperty(absent);
    }
    expect(Object.keys(json['address_book']!)).toEqual([transfers.alice, transfers.bob].toSorted());
    expect(json['metadata']).toEqual({});
  });

  it('has the normalised hash only when the message was sent with another one', async () => {
    const externalHash = Buffer.alloc(32, 9).toString('base64');
    await opened.keep(pendingTraceOf(transfers.coins, 0, { externalHash }));
    const [action] = await actionsOf({ account: transfers.alice });
    expect(action).toMatchObject({
      trace_external_hash: externalHash,
      trace_external_hash_norm: transfers.coins.normalisedHash,
    });
  });

  it('has the id of the trace as soon as a block has its first transaction, while its tail is emulated', async () => {
    await opened.keep(pendingTraceOf(transfers.jettons, 1));
    const [transfer, deploy] = await actionsOf({ ext_msg_hash: transfers.jettons.hash });
    const { rootHash } = transfers.jettons.answer;
    expect(transfer).toMatchObject({ trace_id: rootHash, finality: 'pending', trace_mc_seqno_end: 11 });
    expect(deploy).toMatchObject({ trace_id: rootHash, finality: 'pending' });
  });

  it('calls an action final when blocks have all of its transactions, though not all of the trace', async () => {
    const trace = pendingTraceOf(transfers.jettons, 4);
    await opened.keep(trace);
    const found = await actionsOf({ ext_msg_hash: transfers.jettons.hash });
    // The transfer has the transaction that receives the excess, which is the last one.
    expect(found.map(({ type, finality }) => [type, finality])).toEqual([
      ['jetton_transfer', 'pending'],
      ['contract_deploy', 'finalized'],
    ]);
  });

  it('orders traces by their largest logical time, and actions by their end, then their begin, newest first', async () => {
    const trace = pendingTraceOf(transfers.jettons);
    const later = (by: number) => (action: Action) =>
      Object.fromEntries(
        ['start_lt', 'end_lt', 'trace_end_lt'].map((name) => [name, String(Number(action[name]) + by)]),
      );
    // Some actions end at the same time.
    const swapped = other(trace, 3, (action) => ({
      ...later(50)(action),
      end_lt: '4000065',
      start_lt: action.type === 'contract_deploy' ? '4000060' : '4000055',
    }));
    await opened.keep(trace, other(trace, 1, later(100)), other(trace, 2, later(10)), swapped);
    const found = await actionsOf({ account: transfers.bob });
    expect(found.map((action) => action['trace_end_lt'])).toEqual(['4000115', '4000065', '4000025', '4000015']);
    expect(await typesOf({ ext_msg_hash: swapped.key })).toEqual(['contract_deploy', 'jetton_transfer']);
    expect(await typesOf({ ext_msg_hash: trace.key })).toEqual(['jetton_transfer', 'contract_deploy']);
  });

  describe('supported_action_types', () => {
    /** A purchase that hides a transfer of its own, as the rules make it. */
    const withParts = (): PendingTrace => {
      const trace = pendingTraceOf(transfers.coins);
      const [action] = trace.actions;
      const named = (type: string, ancestorTypes: string[]) => ({
        ...action!,
        type,
        ancestorTypes,
        contract: { ...action!.contract, type },
        deployed: { ...action!.deployed, type },
      });
      return {
        ...trace,
        actions: [
          named('nft_purchase', []),
          named('nft_transfer', ['nft_purchase']),
          named('tgbtc_mint', []),
          named('multisig_execute', []),
        ],
      };
    };
    const asked = async (types?: string | readonly string[], headers?: Readonly<Record<string, string>>) =>
      new Set(
        await typesOf(
          { account: transfers.bob, ...(types === undefined ? {} : { supported_action_types: types }) },
          headers,
        ),
      );
    beforeEach(() => opened.keep(withParts()));

    it('are by default the latest version, without groups that no version has', async () => {
      expect(await asked()).toEqual(new Set(['nft_purchase', 'multisig_execute']));
      expect(await asked('latest')).toEqual(new Set(['nft_purchase', 'multisig_execute']));
    });

    it('give the parts of an action that the client does not know', async () => {
      expect(await asked('v1')).toEqual(new Set(['nft_transfer']));
      expect(await asked('v2')).toEqual(new Set(['nft_transfer', 'multisig_execute']));
      expect(await asked('v3')).toEqual(new Set(['nft_purchase', 'multisig_execute']));
    });

    it('are names, versions and groups, repeated or in a list; the first version is always among them', async () => {
      expect(await asked(['tgbtc', 'latest'])).toContain('tgbtc_mint');
      expect(await asked('tgbtc_mint,multisig_execute')).toEqual(
        new Set(['tgbtc_mint', 'multisig_execute', 'nft_transfer']),
      );
      expect(await asked('nobody_knows_it')).toEqual(new Set(['nft_transfer']));
    });

    it('are those of the header X-Actions-Version before those of the parameter', async () => {
      expect(await asked('latest', { 'x-actions-version': 'v1' })).toEqual(new Set(['nft_transfer']));
    });
  });

  it('shows hidden actions only to those who read the first dialect', async () => {
    const trace = pendingTraceOf(transfers.coins);
    await opened.keep({ ...trace, actions: trace.actions.map((action) => ({ ...action, isHidden: true })) });
    expect(await actionsOf({ account: transfers.bob })).toHaveLength(dialect === 'contract' ? 1 : 0);
  });

  it('answers with include_transactions those of an action, in their order: mined and emulated ones', async () => {
    await opened.keep(pendingTraceOf(transfers.jettons, 1));
    const query = { ext_msg_hash: transfers.jettons.hash, include_transactions: 'true' };
    const { json } = await ask(query);
    const [transfer] = await actionsOf(query);
    type Transaction = Readonly<Record<string, unknown>> & { readonly hash: string };
    const full = transfer!['transactions_full'] as readonly Transaction[];
    expect(full.map(({ hash }) => hash)).toEqual(transfer!.transactions);
    const { rootHash } = transfers.jettons.answer;
    const mined = full.find(({ hash }) => hash === rootHash);
    const shard = dialect === 'contract' ? minedPlace.shard : '8000000000000000';
    expect(mined).toMatchObject({
      emulated: false,
      finality: 'finalized',
      mc_block_seqno: minedPlace.mcSeqno,
      block_ref: { workchain: 0, shard, seqno: minedPlace.seqno },
      trace_id: rootHash,
      trace_external_hash: transfers.jettons.hash,
      account: transfers.alice,
      account_state_after: { account_status: 'active' },
    });
    for (const transaction of full) {
      if (transaction === mined) continue;
      expect(transaction).toMatchObject({
        emulated: true,
        finality: 'pending',
        mc_block_seqno: 0,
        trace_id: rootHash,
        trace_external_hash: transfers.jettons.hash,
      });
    }
    expect(Object.keys(json['address_book']!)).toContain(transfers.alice);
  });

  it('leaves transactions out of transactions_full that are not in the store', async () => {
    const trace = pendingTraceOf(transfers.jettons);
    const missing = Buffer.alloc(32, 1).toString('base64');
    await opened.keep(other(trace, 1, ({ transactions }) => ({ transactions: [missing, ...transactions] })));
    const [transfer] = await actionsOf({ account: transfers.bob, include_transactions: 'true' });
    expect(transfer!.transactions[0]).toBe(missing);
    expect(transfer!['transactions_full']).toHaveLength(transfer!.transactions.length - 1);
  });

  it('shows nothing of a refused message, nor of one whose actions are not known', async () => {
    await opened.keep(
      refusedTraceOf(transfers.coins, transfers.alice),
      pendingTraceOf(transfers.jettons, 0, { actions: [] }),
    );
    expect(await actionsOf({ ext_msg_hash: [transfers.coins.hash, transfers.jettons.hash] })).toEqual([]);
    expect(await actionsOf({ account: transfers.alice })).toEqual([]);
  });

  it('has no address book for those who do not want one', async () => {
    await opened.keep(pendingTraceOf(transfers.coins));
    expect((await ask({ account: transfers.bob }, { 'x-no-address-book': 'true' })).json['address_book']).toEqual({});
  });
});
