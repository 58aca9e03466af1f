import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { describePart, eventually, temporaryDirectory } from '@tonriver/testing';
import type { Browser, Page } from 'playwright-core';
import { type StandaloneProcess, startStandaloneProcess } from '../devnet/standalone-process.ts';
import { DESK, openBrowser, openPage, type OpenPage, PHONE, untilShown } from './open-browser.ts';

const ROUNDS = 40;
const TEST_MS_MAX = 600_000;
const folder = temporaryDirectory();
let served: StandaloneProcess;
let browser: Browser;
let opened: OpenPage | undefined;

interface StoredTransaction {
  readonly hash: string;
  readonly account: string;
  readonly in_msg: { readonly hash: string; readonly message_content: { readonly hash: string } } | null;
  readonly out_msgs: readonly { readonly in_msg_tx_hash?: string }[];
}

const hexOf = (base64: string): string => Buffer.from(base64, 'base64').toString('hex');

describePart('chromium', 'the explorer over a built chain', () => {
  let transactions: readonly StoredTransaction[];
  let book: Readonly<Record<string, { readonly user_friendly: string }>>;
  /** A transaction whose messages were received. */
  let spreading: StoredTransaction;

  beforeAll(async () => {
    served = await startStandaloneProcess(folder.path, ['--source', 'built', '--built-rounds', String(ROUNDS)]);
    await served.untilRound(ROUNDS);
    await served.untilActions();
    // A machine with much to do may refuse a long page at first.
    let json: unknown;
    const isRead = async (): Promise<boolean> => {
      const answer = await served.get('/api/v3/transactions?workchain=0&limit=500');
      ({ json } = answer);
      return answer.status === 200;
    };
    await eventually(isRead, { timeoutMs: 180_000, intervalMs: 1_000 });
    ({ transactions, address_book: book } = json as never);
    const receivedBy = ({ out_msgs: sent }: StoredTransaction) =>
      sent.filter((message) => message.in_msg_tx_hash).length;
    spreading = transactions.toSorted((one, other) => receivedBy(other) - receivedBy(one))[0]!;
    browser = await openBrowser();
  }, 600_000);
  afterEach(async () => {
    await opened?.close();
    opened = undefined;
  });
  afterAll(async () => {
    await browser?.close();
    await served?.process.stop();
    folder.remove();
  }, 60_000);

  const show = async (fragment: string, options = {}): Promise<OpenPage> => {
    opened = await openPage(browser, served.url, fragment, options);
    return opened;
  };
  const expectQuiet = ({ complaints, foreignRequests }: OpenPage): void =>
    expect({ complaints, foreignRequests }).toEqual({ complaints: [], foreignRequests: [] });
  /** The address of a page of each view. */
  const fragments = () => ({
    rounds: '',
    round: `round/${ROUNDS}`,
    block: `block/-1/8000000000000000/${ROUNDS}`,
    transaction: `transaction/${hexOf(spreading.hash)}`,
    message: `message/${hexOf(spreading.in_msg!.hash)}`,
    body: `body/${hexOf(spreading.in_msg!.message_content.hash)}`,
    account: `account/${encodeURIComponent(spreading.account)}`,
    'search without a result': `search/${'ab'.repeat(32)}`,
    'unknown page': 'nothing/here',
  });

  it(
    'shows each view without a complaint, a foreign request, or a hindrance, on a phone and a desk, light and dark',
    async () => {
      const found: Record<string, readonly string[]> = {};
      for (const [view, fragment] of Object.entries(fragments())) {
        for (const [colorScheme, viewport] of [
          ['light', DESK],
          ['dark', PHONE],
        ] as const) {
          const shown = await show(fragment, { colorScheme, viewport });
          const width = await shown.page.evaluate<number>('document.documentElement.scrollWidth');
          const problems = await shown.accessibilityProblems();
          const tooWide = width > viewport.width ? [`${width} pixels wide`] : [];
          const all = [...shown.complaints, ...shown.foreignRequests, ...problems, ...tooWide];
          if (all.length > 0) found[`${view}, ${colorScheme}`] = all;
          await shown.close();
        }
      }
      opened = undefined;
      expect(found).toEqual({});
    },
    TEST_MS_MAX,
  );

  it(
    'lists the newest rounds with their blocks, and leads from round to block to transaction to account',
    async () => {
      const shown = await show('');
      const { page } = shown;
      const rows = page.getByRole('table', { name: 'Newest rounds' }).getByRole('row');
      expect(await rows.count()).toBe(21);
      await page.getByRole('table', { name: 'Newest transactions' }).getByRole('row').nth(20).waitFor();
      await page.getByRole('link', { name: String(ROUNDS), exact: true }).click();
      await page.getByRole('heading', { name: `Round ${ROUNDS}` }).waitFor();
      await page
        .getByRole('table', { name: `Blocks of round ${ROUNDS}` })
        .getByRole('link')
        .first()
        .click();
      await page.getByRole('heading', { name: `Block ${ROUNDS} of the masterchain` }).waitFor();
      const table = page.getByRole('table', { name: 'Transactions of this block' });
      await table.getByRole('row').nth(1).getByRole('link').first().click();
      await page.getByRole('heading', { name: 'Transaction', exact: true }).waitFor();
      await page.locator('dd a[href^="#/account/"]').first().click();
      await page.getByRole('heading', { name: /^Account / }).waitFor();
      await page.getByRole('table', { name: 'Transactions of this account' }).waitFor();
      expectQuiet(shown);
    },
    TEST_MS_MAX,
  );

  it(
    'draws the trace of a transaction as a tree, in which every transaction is a link',
    async () => {
      const shown = await show(`transaction/${hexOf(spreading.hash)}`);
      const { page } = shown;
      const picture = page.getByRole('group', { name: /^Tree of \d+ transactions$/ });
      const followers = spreading.out_msgs.flatMap(({ in_msg_tx_hash: hash }) =>
        hash === undefined ? [] : [hexOf(hash)],
      );
      expect(followers.length).toBeGreaterThan(1);
      for (const hash of followers) expect(await picture.locator(`a[href="#/transaction/${hash}"]`).count()).toBe(1);
      expect(await picture.locator('a[aria-current]').count()).toBe(1);
      const boxes = await picture.getByRole('link').count();
      expect(await picture.locator('path').count()).toBe(boxes - 1);
      await picture.locator(`a[href="#/transaction/${followers[0]}"]`).click();
      await page.waitForURL(`**/#/transaction/${followers[0]}`);
      await untilShown(page);
      // The same tree, with another transaction marked.
      expect(await page.getByRole('group', { name: `Tree of ${boxes} transactions` }).count()).toBe(1);
      expectQuiet(shown);
    },
    TEST_MS_MAX,
  );

  it(
    'finds an account, a round, a block, a transaction, a message and a body by every form of their names',
    async () => {
      const shown = await show('');
      const { page } = shown;
      const { account, hash, in_msg: received } = spreading;
      const { json } = await served.get(`/api/v3/blocks?mc_seqno=${ROUNDS}&workchain=0&limit=1`);
      const [block] =
        (json as { readonly blocks?: readonly { root_hash: string; file_hash: string; seqno: number }[] }).blocks ?? [];
      const base64url = Buffer.from(hash, 'base64').toString('base64url');
      const ofAccount = `#/account/${encodeURIComponent(account)}`;
      const cases: readonly (readonly [string, string | RegExp])[] = [
        [account, ofAccount],
        [account.toLowerCase(), ofAccount],
        [book[account]!.user_friendly, ofAccount],
        [account.slice(2), ofAccount],
        [` ${ROUNDS} `, `#/round/${ROUNDS}`],
        [`(-1,8000000000000000,${ROUNDS})`, `#/block/-1/8000000000000000/${ROUNDS}`],
        [`-1:8:${ROUNDS}`, `#/block/-1/8000000000000000/${ROUNDS}`],
        [block!.root_hash, new RegExp(`#/block/0/[0-9a-f]{16}/${block!.seqno}$`)],
        [hexOf(block!.file_hash), new RegExp(`#/block/0/[0-9a-f]{16}/${block!.seqno}$`)],
        [hash, `#/transaction/${hexOf(hash)}`],
        [hexOf(hash).toUpperCase(), `#/transaction/${hexOf(hash)}`],
        [base64url, `#/transaction/${hexOf(hash)}`],
        [received!.hash, `#/message/${hexOf(received!.hash)}`],
        [received!.message_content.hash, `#/body/${hexOf(received!.message_content.hash)}`],
      ];
      for (const [text, expected] of cases) {
        await page.getByRole('searchbox').fill(text);
        await page.keyboard.press('Enter');
        const isThere = ({ hash: fragment }: URL) =>
          typeof expected === 'string' ? fragment === expected : expected.test(fragment);
        await page.waitForURL(isThere, { timeout: 60_000 }).catch((error: unknown) => {
          throw new Error(`${text} led to ${page.url()}`, { cause: error });
        });
        await untilShown(page);
      }
      await page.getByRole('searchbox').fill('no such thing');
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('heading', { name: 'Nothing was found' }).waitFor();
      expectQuiet(shown);
    },
    TEST_MS_MAX,
  );

  it(
    'leaves the keyboard to somebody who types while a page is on its way',
    async () => {
      const shown = await show('');
      const { page } = shown;
      const search = page.getByRole('searchbox');
      let isHeld = true;
      await page.route('**/api/v3/**', async (route) => {
        await eventually(() => !isHeld, { timeoutMs: 60_000, intervalMs: 20 });
        await route.continue();
      });
      await search.fill(String(ROUNDS));
      await page.keyboard.press('Enter');
      await page.locator('main[aria-busy="true"]').waitFor();
      await search.fill(String(ROUNDS - 1));
      isHeld = false;
      await page.getByRole('heading', { name: `Round ${ROUNDS}` }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: `Round ${ROUNDS - 1}` }).waitFor();
      expectQuiet(shown);
    },
    TEST_MS_MAX,
  );

  it(
    'can be used with the keyboard alone',
    async () => {
      const shown = await show(`transaction/${hexOf(spreading.hash)}`);
      const { page } = shown;
      const focused = () =>
        page.evaluate<string>('document.activeElement.id || document.activeElement.tagName.toLowerCase()');
      await page.keyboard.press('Tab');
      expect(await focused()).toBe('skip');
      await page.keyboard.press('Enter');
      expect(await focused()).toBe('main');
      expect(page.url()).toContain('#/transaction/');
      for (let step = 0; (await focused()) !== 'a' || !(await isInPicture(page)); step++) {
        expect(step).toBeLessThan(40);
        await page.keyboard.press('Tab');
      }
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => !url.hash.endsWith(hexOf(spreading.hash)));
      await untilShown(page);
      // The heading of what is new has the focus, so that it is read, and Tab goes on from there.
      // On a slow machine the address changes before what it shows.
      await eventually(async () => expect(await focused()).toBe('h1'), { timeoutMs: 30_000 });
      await page.keyboard.press('/');
      expect(await focused()).toBe('search-text');
      await page.keyboard.type(String(ROUNDS));
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: `Round ${ROUNDS}` }).waitFor();
      await page.goBack();
      await page.getByRole('heading', { name: 'Transaction', exact: true }).waitFor();
      expectQuiet(shown);
    },
    TEST_MS_MAX,
  );

  it(
    'shows further transactions of a long list when it is asked to',
    async () => {
      // It has two transactions in each masterchain block.
      const account = `-1:${'3'.repeat(64)}`;
      const shown = await show(`account/${encodeURIComponent(account)}`);
      const table = shown.page.getByRole('table', { name: 'Transactions of this account' });
      const { json } = await served.get(`/api/v3/transactions?account=${account}&limit=1000`);
      const count = (json as { readonly transactions?: readonly unknown[] }).transactions?.length ?? 0;
      expect(count).toBeGreaterThan(25);
      const more = shown.page.getByRole('button', { name: 'Show more' });
      while ((await more.count()) > 0) {
        const before = await table.getByRole('row').count();
        await more.click();
        await eventually(async () => (await table.getByRole('row').count()) > before || (await more.count()) === 0, {
          timeoutMs: 30_000,
        });
      }
      expect(await table.getByRole('row').count()).toBe(count + 1);
      expectQuiet(shown);
    },
    TEST_MS_MAX,
  );

  it(
    'keeps the theme that a person chose',
    async () => {
      const { page } = await show('', { colorScheme: 'light' });
      const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
      const light = await background();
      const button = page.getByRole('button', { name: /^Theme/ });
      await button.click();
      await button.click();
      expect(await button.textContent()).toBe('Theme: dark');
      const dark = await background();
      expect(dark).not.toBe(light);
      await page.reload();
      expect(await background()).toBe(dark);
    },
    TEST_MS_MAX,
  );
});

async function isInPicture(page: Page): Promise<boolean> {
  return await page.evaluate<boolean>("document.activeElement.closest('svg') !== null");
}
