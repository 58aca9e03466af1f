import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { CellBuilder, writeBag } from '@tonriver/boc';
import { createWallet } from '@tonriver/devnet-chain/testing';
import { describePart, eventually, temporaryDirectory } from '@tonriver/testing';
import type { Browser, Page, Route } from 'playwright-core';
import { type StandaloneProcess, startStandaloneProcess } from '../devnet/standalone-process.ts';
import { DESK, openBrowser, openPage, type OpenPage, PHONE } from './open-browser.ts';

const TEST_MS_MAX = 600_000;
/** Looks for the traffic of a demo, of which every kind comes by chance. */
const WAITING_MS_MAX = 400_000;
/** The seed of a devnet that is started without one. */
const SEED = 'tonriver';
const folder = temporaryDirectory();
let served: StandaloneProcess;
let browser: Browser;
let opened: OpenPage | undefined;

interface ShownAction {
  readonly action_id: string;
  readonly trace_id: string;
  readonly type: string;
  readonly success: boolean;
  readonly details: Readonly<Record<string, unknown>>;
  readonly transactions: readonly string[];
}

const hexOf = (base64: string): string => Buffer.from(base64, 'base64').toString('hex');
const rawOf = ({ address }: ReturnType<typeof createWallet>): string =>
  `${address.workchain}:${Buffer.from(address.hash).toString('hex').toUpperCase()}`;

describePart('chromium', 'the actions of a demo in the explorer', () => {
  const [alice, bob] = [createWallet(`${SEED}/wallet/0`), createWallet(`${SEED}/wallet/1`)];
  let seqno = 0;
  let swap: ShownAction;
  let failed: ShownAction;
  let busyAccount: string;

  beforeAll(async () => {
    served = await startStandaloneProcess(folder.path, ['--demo', '--no-idle']);
    browser = await openBrowser();
    swap = await actionWhere('jetton_swap', ({ success }) => success);
    failed = await actionWhere('call_contract', ({ success, details }) => !success && details['source'] !== undefined);
    busyAccount = String(swap.details['sender']);
    const isLong = async (): Promise<boolean> => (await actionsOf(`account=${busyAccount}&limit=25`)).length > 24;
    await eventually(isLong, { timeoutMs: WAITING_MS_MAX, intervalMs: 1_000 });
  }, 1_200_000);
  afterEach(async () => {
    await opened?.close();
    opened = undefined;
  });
  afterAll(async () => {
    await browser?.close();
    await served?.process.stop();
    folder.remove();
  }, 60_000);

  const actionsOf = async (query: string): Promise<readonly ShownAction[]> => {
    const { json } = await served.get(`/api/v3/actions?${query}`);
    return (json as { readonly actions?: readonly ShownAction[] }).actions ?? [];
  };
  const actionWhere = async (type: string, isWanted: (action: ShownAction) => boolean): Promise<ShownAction> => {
    let found: ShownAction | undefined;
    await eventually(
      async () => {
        found = (await actionsOf(`action_type=${type}&limit=100`)).find(isWanted);
        return found !== undefined;
      },
      { timeoutMs: WAITING_MS_MAX, intervalMs: 1_000 },
    );
    return found!;
  };
  const show = async (fragment: string, options = {}): Promise<OpenPage> => {
    opened = await openPage(browser, served.url, fragment, options);
    return opened;
  };
  /** A demo keeps a machine busy. The page asks again when the server says that it is; the browser complains. */
  const faultsOf = ({ complaints, foreignRequests }: OpenPage): readonly string[] => [
    ...complaints.filter((text) => !/status of 50[34]/.test(text)),
    ...foreignRequests,
  ];
  const expectQuiet = (shown: OpenPage): void => expect(faultsOf(shown)).toEqual([]);
  const actionsOn = (page: Page, label: string) => page.getByRole('list', { name: label, exact: true }).locator('> li');
  /** Sends a transfer with a comment from alice to bob. Returns the hexadecimal hash of its first transaction. */
  const send = async (comment: string): Promise<string> => {
    const body = new CellBuilder().storeUint(0, 32).storeBytes(Buffer.from(comment)).endCell();
    const order = { validUntil: Math.floor(Date.now() / 1000) + 600, amount: 5_300_000_000n, bounce: true, body };
    const message = alice.transfer({ ...order, seqno, to: bob.address });
    seqno += 1;
    const boc = Buffer.from(writeBag([message])).toString('base64');
    const { status, json } = await served.post('/api/v3/message', { boc }, { 'content-type': 'application/json' });
    expect([status, json['error']]).toEqual([200, undefined]);
    const hash = String(json['message_hash_norm']);
    await served.untilServed(hash);
    const answer = await served.get(`/api/v3/transactionsByMessage?msg_hash=${encodeURIComponent(hash)}`);
    const { transactions } = answer.json as unknown as { readonly transactions: readonly { readonly hash: string }[] };
    return hexOf(transactions[0]!.hash);
  };

  it(
    'are listed on the first page as they come, and lead to their traces',
    async () => {
      const shown = await show('');
      const { page } = shown;
      const items = actionsOn(page, 'Newest actions');
      await items.nth(9).waitFor();
      const traceOf = (index: number) => items.nth(index).locator('.about a').getAttribute('href');
      const before = await traceOf(0);
      await eventually(async () => (await traceOf(0)) !== before, { timeoutMs: 120_000 });
      expect(await items.count()).toBe(10);
      await page.getByRole('button', { name: 'Pause' }).click();
      await page.locator('.state', { hasText: 'Paused' }).waitFor();
      await items.first().locator('.about a').click();
      await page.getByRole('heading', { name: 'Transaction', exact: true }).waitFor();
      await actionsOn(page, 'Actions of this trace').first().waitFor();
      expectQuiet(shown);
    },
    TEST_MS_MAX,
  );

  it(
    'are said on the page of a transaction, whose trace is read as it is stored',
    async () => {
      const shown = await show(`transaction/${hexOf(swap.transactions.at(-1)!)}`);
      const { page } = shown;
      const items = actionsOn(page, 'Actions of this trace');
      const words = await items.filter({ hasText: 'Jetton swap' }).textContent();
      expect(words).toMatch(/ swapped [\d\s.]+ (RIVER|STONE) for [\d\s.]+ (RIVER|STONE) on STON\.fi v2/);
      const stored = await served.get(`/api/v3/traces?tx_hash=${hexOf(swap.trace_id)}`);
      const [trace] = (stored.json as unknown as { traces: readonly { transactions_order: readonly string[] }[] })
        .traces;
      const count = trace!.transactions_order.length;
      const picture = page.getByRole('group', { name: `Tree of ${count} transactions` });
      expect(await picture.getByRole('link').count()).toBe(count);
      expect(await picture.locator('a[aria-current]').count()).toBe(1);
      const asked = await page.evaluate<readonly string[]>(
        'performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname)',
      );
      expect(asked.filter((path) => path === '/api/v3/traces')).toHaveLength(1);
      expect(asked.filter((path) => path === '/api/v3/transactions')).toHaveLength(1);
      expectQuiet(shown);
    },
    TEST_MS_MAX,
  );

  it(
    'come later than the picture when the trace has not ended',
    async () => {
      // As long as the answer is that nothing is classified.
      let isHeld = true;
      const hash = await send('later');
      const context = await browser.newContext({ viewport: DESK });
      const page = await context.newPage();
      await page.route('**/api/v3/traces?**', async (route) => {
        if (isHeld) await route.fulfill({ status: 503, json: { error: 'No traces are classified yet' } });
        else await route.continue();
      });
      await page.goto(`${served.url}/#/transaction/${hash}`);
      await page.getByRole('group', { name: /^Tree of \d+ transactions$/ }).waitFor({ timeout: 60_000 });
      await page.getByText('They are not known yet.').waitFor();
      isHeld = false;
      const item = actionsOn(page, 'Actions of this trace').filter({ hasText: 'later' });
      expect(await item.textContent({ timeout: 60_000 })).toMatch(/ sent 5\.3 TON to .+, with the comment “later”/);
      await context.close();
    },
    TEST_MS_MAX,
  );

  it(
    'are the pages of an account, without one that is shown twice',
    async () => {
      const shown = await show(`account/${encodeURIComponent(busyAccount)}`);
      const { page } = shown;
      const items = actionsOn(page, 'Actions of this account');
      await items.nth(19).waitFor();
      const section = page.locator('section', { has: page.getByRole('heading', { name: 'Actions', exact: true }) });
      await section.getByRole('button', { name: 'Show more' }).click();
      await items.nth(24).waitFor();
      const links = await items.locator('a[href^="#/transaction/"]').evaluateAll((all) => all.length);
      expect(links).toBe(await items.count());
      // Ages and the rest of a line may be equal; the same line of the same trace is there once.
      const lines = await items
        .locator('.sentence')
        .evaluateAll((all) => all.map(({ parentElement }) => parentElement!.innerHTML));
      expect(new Set(lines).size).toBe(lines.length);
      expectQuiet(shown);
    },
    TEST_MS_MAX,
  );

  it(
    'that failed say so in words',
    async () => {
      const shown = await show(`transaction/${hexOf(failed.trace_id)}`);
      const item = actionsOn(shown.page, 'Actions of this trace').filter({ hasText: 'tried to' }).first();
      expect(await item.textContent()).toMatch(/^✕ Failed: .+ tried to /);
      expectQuiet(shown);
    },
    TEST_MS_MAX,
  );

  it(
    'show the texts of strangers as texts, and a type that is not known by its name and accounts',
    async () => {
      const comment = '<img src=x onerror="alert(1)">\u202egnp.exe';
      const hash = await send(comment);
      await actionWhere('ton_transfer', ({ details }) => details['comment'] === comment);
      const shown = await show(`transaction/${hash}`);
      const { page } = shown;
      await actionsOn(page, 'Actions of this trace')
        .filter({ hasText: '“<img src=x onerror="alert(1)">gnp.exe”' })
        .waitFor();
      expect(await page.locator('main img, main script').count()).toBe(0);

      const jetton = String(swap.details['asset_in']);
      await page.route('**/api/v3/actions?**', async (route: Route) => {
        const answer = await (await route.fetch()).json();
        const [first, ...others] = answer.actions;
        const symbol = '\u202eKTJ<b>x</b>';
        const token = { valid: true, type: 'jetton_masters', symbol, extra: { decimals: '3' } };
        const transfer = { asset: jetton, sender: rawOf(alice), receiver: rawOf(bob), amount: '25100', comment: null };
        const made = [
          { ...first, type: 'nft_<i>rented</i>', details: {}, accounts: [rawOf(alice)], success: null },
          { ...others[0], type: 'jetton_transfer', details: transfer, success: true },
        ];
        const metadata = { [jetton]: { is_indexed: true, token_info: [token] } };
        await route.fulfill({ json: { ...answer, actions: made, metadata } });
      });
      await page.goto(`${served.url}/#/account/${encodeURIComponent(rawOf(alice))}`);
      const items = actionsOn(page, 'Actions of this account');
      await items.filter({ hasText: /^NFT <i>rented<\/i> of \S+NFT <i>rented<\/i> · / }).waitFor();
      await items.filter({ hasText: / sent 25\.1 KTJ<b>x<\/b> to / }).waitFor();
      expect(await page.locator('.actions b, .actions i').count()).toBe(0);
      expectQuiet(shown);
    },
    TEST_MS_MAX,
  );

  it(
    'are reached on a phone and a desk, light and dark, without a hindrance',
    async () => {
      const fragments = {
        rounds: '',
        transaction: `transaction/${hexOf(swap.trace_id)}`,
        account: `account/${encodeURIComponent(busyAccount)}`,
        failure: `transaction/${hexOf(failed.trace_id)}`,
      };
      // The pages do not change under what looks at them.
      await served.post('/devnet/pause', {});
      const found: Record<string, readonly string[]> = {};
      for (const [view, fragment] of Object.entries(fragments)) {
        for (const [colorScheme, viewport] of [
          ['light', PHONE],
          ['dark', DESK],
        ] as const) {
          const shown = await show(fragment, { colorScheme, viewport });
          await shown.page.locator('.actions .sentence').first().waitFor();
          const width = await shown.page.evaluate<number>('document.documentElement.scrollWidth');
          const problems = await shown.accessibilityProblems();
          const tooWide = width > viewport.width ? [`${width} pixels wide`] : [];
          const all = [...faultsOf(shown), ...problems, ...tooWide];
          if (all.length > 0) found[`${view}, ${colorScheme}`] = all;
          await shown.close();
        }
      }
      opened = undefined;
      expect(found).toEqual({});
    },
    TEST_MS_MAX,
  );
});
