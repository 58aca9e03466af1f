import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually, temporaryDirectory } from '@tonriver/testing';
import { type StandaloneProcess, startStandaloneProcess } from '../devnet/standalone-process.ts';

/** What only comes of the demo's own contracts, and is recognised by what the detector says of them. */
const EXPECTED = [
  'multisig_create_order',
  'multisig_approve',
  'multisig_execute',
  'jetton_transfer',
  'jetton_swap',
  'nft_mint',
  'change_dns',
  'nft_put_on_sale',
];
const folder = temporaryDirectory();
let served: StandaloneProcess;

interface ShownAction {
  readonly type: string;
  readonly success: boolean;
  readonly accounts: readonly string[];
  readonly details: Readonly<Record<string, unknown>>;
}

type AddressBook = Readonly<Record<string, { readonly domain: string | null }>>;

type Tokens = Readonly<Record<string, unknown>>;

beforeAll(async () => {
  served = await startStandaloneProcess(folder.path, ['--demo', '--no-idle']);
}, 600_000);
afterAll(async () => {
  await served?.process.stop();
  folder.remove();
}, 60_000);

const actionsOf = async (type: string): Promise<readonly ShownAction[]> => {
  const { json } = await served.get(`/api/v3/actions?action_type=${type}&include_accounts=true&limit=5`);
  return (json as unknown as { readonly actions?: readonly ShownAction[] }).actions ?? [];
};

it('the traffic of a demo has actions of all its contracts, orders of a multisig wallet among them', async () => {
  const missing = new Set(EXPECTED);
  await eventually(
    async () => {
      for (const type of missing) if ((await actionsOf(type)).length > 0) missing.delete(type);
      return missing.size === 0;
    },
    { timeoutMs: 500_000, intervalMs: 1_000 },
  ).catch(() => expect([...missing]).toEqual([]));

  const [executed] = await actionsOf('multisig_execute');
  expect(executed).toMatchObject({ success: true, details: { approvals_num: 2 } });
  // The wallet's three signers take part in what happens to its orders.
  const [created] = await actionsOf('multisig_create_order');
  expect(created).toMatchObject({
    success: true,
    details: { is_created_by_signer: true, is_signed_by_creator: true, destination: executed!.details['destination'] },
  });
  expect(created!.accounts).toHaveLength(5);
}, 600_000);

it('an item that is put on sale has the price, the seller and the fee address that its sale names', async () => {
  const [listed] = await actionsOf('nft_put_on_sale');
  const details = listed!.details as Readonly<Record<string, string>>;
  const { sale_address: address, full_price: price, owner, nft_item: item } = details;
  const call = { address, method: 'get_sale_data', stack: [] };
  const { status, json } = await served.post('/api/v3/runGetMethod', call, { 'content-type': 'application/json' });
  expect(status).toBe(200);
  const { stack } = json as unknown as { readonly stack: readonly { readonly value: string }[] };
  // kind, is complete, created at, marketplace, item, owner, price, fee address, fee, royalty address, royalty
  expect(BigInt(stack[6]!.value)).toBe(BigInt(price!));
  expect([owner, item, details['marketplace_fee_address'], details['royalty_address']]).toEqual(
    Array.from({ length: 4 }, () => expect.stringMatching(/^0:[0-9A-F]{64}$/)),
  );
}, 60_000);

it('what the tokens of a demo store of themselves is told of them', async () => {
  const { json } = await served.get('/api/v3/actions?action_type=jetton_transfer&limit=1');
  const { actions, metadata } = json as unknown as {
    readonly actions: readonly ShownAction[];
    readonly metadata: Tokens;
  };
  const { asset, sender_jetton_wallet: wallet } = actions[0]!.details as Readonly<Record<string, string>>;
  const jetton = {
    is_indexed: true,
    token_info: [
      {
        valid: true,
        type: 'jetton_masters',
        name: expect.stringMatching(/./),
        symbol: expect.stringMatching(/./),
        extra: { decimals: '9' },
      },
    ],
  };
  expect(metadata[asset!]).toEqual(jetton);
  const { json: asked } = await served.get(`/api/v3/metadata?address=${wallet}&address=nonsense`);
  expect(asked).toEqual({
    [asset!]: jetton,
    [wallet!]: {
      is_indexed: true,
      token_info: [
        {
          valid: true,
          type: 'jetton_wallets',
          extra: { balance: expect.stringMatching(/^\d+$/), jetton: asset, owner: expect.stringMatching(/^0:/) },
        },
      ],
    },
  });
  const { json: without } = await served.get('/api/v3/actions?action_type=jetton_transfer&limit=1&x_no_metadata=true');
  expect((without as unknown as { readonly metadata: Tokens }).metadata).toEqual({});
}, 60_000);

it('who owns the first name of a demo is called by it in address books', async () => {
  let book: AddressBook = {};
  let actions: readonly ShownAction[] = [];
  const isCalled = async (): Promise<boolean> => {
    const { json } = await served.get('/api/v3/actions?action_type=change_dns&limit=100&sort=asc');
    const answer = json as unknown as { readonly actions: typeof actions; readonly address_book: AddressBook };
    [book, actions] = [answer.address_book, answer.actions];
    return Object.values(book).some(({ domain }) => domain !== null);
  };
  await eventually(isCalled, { timeoutMs: 120_000, intervalMs: 1_000 }).catch(() => expect(book).toBe('with a domain'));
  // Other names of the demo belong to the same wallet: nobody else is called by one.
  const called = Object.entries(book).filter(([, { domain }]) => domain !== null);
  expect(called).toEqual([[expect.any(String), expect.objectContaining({ domain: 'demo-0.ton' })]]);
  const [owner] = called[0]!;
  const { json: asked } = await served.get(`/api/v3/addressBook?address=${owner}`);
  expect(asked).toMatchObject({ [owner]: { domain: 'demo-0.ton' } });
  // The set-up changes the first name before the traffic changes others.
  const first = actions[0]!;
  expect(first.details).toMatchObject({ source: owner, value: { dns_smc_address: owner } });
  const item = first.details['asset'] as string;
  const { json: told } = await served.get(`/api/v3/metadata?address=${item}`);
  expect(told).toMatchObject({ [item]: { token_info: [{ type: 'nft_items', extra: { domain: 'demo-0.ton' } }] } });
}, 180_000);
