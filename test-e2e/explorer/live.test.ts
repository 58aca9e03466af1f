import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { CellBuilder, writeBag } from '@tonriver/boc';
import { createWallet } from '@tonriver/devnet-chain/testing';
import { describePart, eventually, temporaryDirectory } from '@tonriver/testing';
import type { Browser, Page } from 'playwright-core';
import { type StandaloneProcess, startStandaloneProcess } from '../devnet/standalone-process.ts';
import { openBrowser, openPage, type OpenPage, untilShown } from './open-browser.ts';

const TEST_MS_MAX = 400_000;
/** The seed of a devnet that is started without one. */
const SEED = 'tonriver';
const HOSTILE = '<img src=x onerror="alert(1)"><script>alert(2)</script>';
const folder = temporaryDirectory();
let served: StandaloneProcess;
let browser: Browser;
let opened: OpenPage | undefined;

const rawOf = ({ address }: ReturnType<typeof createWallet>): string =>
  `${address.workchain}:${Buffer.from(address.hash).toString('hex').toUpperCase()}`;

describePart('chromium', 'the explorer of a devnet', () => {
  const wallets = [createWallet(`${SEED}/wallet/0`), createWallet(`${SEED}/wallet/1`)] as const;
  const seqnos = [0, 0];

  beforeAll(async () => {
    served = await startStandaloneProcess(folder.path);
    await served.untilActions();
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

  const show = async (fragment: string): Promise<OpenPage> => {
    opened = await openPage(browser, served.url, fragment);
    return opened;
  };
  /** Sends a transfer with a comment from one wallet to the other. Returns the hash of the message from outside. */
  const send = async (from: 0 | 1, comment: string): Promise<string> => {
    const body = new CellBuilder().storeUint(0, 32).storeBytes(Buffer.from(comment)).endCell();
    const order = { validUntil: Math.floor(Date.now() / 1000) + 600, amount: 1_230_000_000n, bounce: true, body };
    const message = wallets[from].transfer({ ...order, seqno: seqnos[from]!, to: wallets[1 - from]!.address });
    seqnos[from]! += 1;
    const boc = Buffer.from(writeBag([message])).toString('base64');
    const { status, json } = await served.post('/api/v3/message', { boc }, { 'content-type': 'application/json' });
    expect([status, json['error']]).toEqual([200, undefined]);
    return String(json['message_hash_norm']);
  };

  it(
    'shows rounds as they come, until it is paused',
    async () => {
      const { page, complaints } = await show('');
      const newest = () => page.locator('table tbody tr').first().getByRole('link').first().textContent();
      await page.locator('.state', { hasText: 'Live' }).waitFor();
      const first = Number(await newest());
      await expectRoundAfter(page, Number(first + 2));
      expect(await page.locator('table').first().locator('tbody tr').count()).toBeLessThanOrEqual(20);
      await page.getByRole('button', { name: 'Pause' }).click();
      await page.locator('.state', { hasText: 'Paused' }).waitFor();
      let paused = await newest();
      // What was asked before may still come.
      const stays = async (): Promise<boolean> => {
        const before = paused;
        await page.waitForTimeout(2_000);
        paused = await newest();
        return paused === before;
      };
      await eventually(stays, { timeoutMs: 60_000 });
      await page.waitForTimeout(3_000);
      expect(await newest()).toBe(paused);
      await page.getByRole('button', { name: 'Go on' }).click();
      await expectRoundAfter(page, Number(paused));
      expect(complaints).toEqual([]);
    },
    TEST_MS_MAX,
  );

  it(
    'adds a transfer to the newest transactions and actions, and to the open page of its account',
    async () => {
      const rounds = await show('');
      const account = await openPage(browser, served.url, `account/${encodeURIComponent(rawOf(wallets[1]))}`);
      await send(0, 'a gift for you');
      for (const [{ page }, name] of [
        [rounds, 'Newest actions'],
        [account, 'Actions of this account'],
      ] as const) {
        await page.locator('tr', { hasText: 'a gift for you' }).first().waitFor();
        const list = page.getByRole('list', { name, exact: true });
        const sentence = list.locator('.sentence', { hasText: 'with the comment “a gift for you”' });
        expect(await sentence.first().textContent()).toMatch(/^\S+ sent 1\.23 TON to \S+, with/);
      }
      expect([...rounds.complaints, ...account.complaints]).toEqual([]);
      await account.close();
    },
    TEST_MS_MAX,
  );

  it(
    'shows on the page of an account what is pending, until it is among its actions',
    async () => {
      const control = async (what: 'pause' | 'resume'): Promise<void> => {
        const { status } = await served.post(`/devnet/${what}`, {}, { 'content-type': 'application/json' });
        expect(status).toBe(200);
      };
      const { page, complaints } = await show(`account/${encodeURIComponent(rawOf(wallets[1]))}`);
      const pending = page.getByRole('list', { name: 'Pending actions of this account' });
      await pending.waitFor({ state: 'hidden' });
      await control('pause');
      try {
        await send(0, 'wait for me');
        const item = pending.getByRole('listitem').filter({ hasText: 'wait for me' });
        await item.waitFor();
        expect(await item.textContent()).toMatch(
          /Pending: \S+ sent 1\.23 TON to \S+, with the comment “wait for me”.*expected, no block has it yet$/,
        );
      } finally {
        await control('resume');
      }
      const actions = page.getByRole('list', { name: 'Actions of this account', exact: true });
      await actions.locator('.sentence', { hasText: 'wait for me' }).first().waitFor();
      await pending.waitFor({ state: 'hidden' });
      expect(complaints).toEqual([]);
    },
    TEST_MS_MAX,
  );

  it(
    'shows a comment that is markup as the text that it is',
    async () => {
      const hash = await send(0, HOSTILE);
      await served.untilServed(hash);
      const { json } = await served.get(`/api/v3/transactionsByMessage?msg_hash=${encodeURIComponent(hash)}`);
      const [first] = (json as { readonly transactions?: readonly { readonly hash: string }[] }).transactions ?? [];
      const fragment = `transaction/${Buffer.from(first!.hash, 'base64').toString('hex')}`;
      const views = [fragment, `account/${encodeURIComponent(rawOf(wallets[1]))}`, ''];
      for (const view of views) {
        const shown = await openPage(browser, served.url, view);
        await shown.page.getByText('<img src=x').first().waitFor({ state: 'attached' });
        await shown.page.locator('.actions', { hasText: '<img src=x' }).first().waitFor();
        expect(await shown.page.locator('main img, main script, body > script').count()).toBe(0);
        expect([view, shown.complaints, shown.foreignRequests]).toEqual([view, [], []]);
        await shown.close();
      }
      const searched = await show(`search/${encodeURIComponent(HOSTILE)}`);
      await searched.page.getByText(HOSTILE).waitFor();
      expect(searched.complaints).toEqual([]);
    },
    TEST_MS_MAX,
  );

  it(
    'lets no script of the page make markup of a text',
    async () => {
      const { page } = await show('');
      const tried = `(() => { try { document.body.innerHTML = '<img src=x>'; return 'made'; } catch (error) { return error.name; } })()`;
      expect(await page.evaluate<string>(tried)).toBe('TypeError');
    },
    TEST_MS_MAX,
  );

  it(
    'runs a get-method with its arguments, and says why one cannot be run',
    async () => {
      const { page, complaints } = await show(`account/${encodeURIComponent(rawOf(wallets[0]))}`);
      await page
        .getByRole('textbox', { name: 'Method' })
        .or(page.getByRole('combobox', { name: 'Method' }))
        .fill('seqno');
      await page.getByRole('button', { name: 'Run' }).click();
      const result = page.locator('.result');
      await result.getByText('Exit code').waitFor();
      expect(await result.locator('.stack code').textContent()).toBe(`${seqnos[0]} (0x${seqnos[0]!.toString(16)})`);
      await page.getByRole('button', { name: 'Add an argument' }).click();
      expect(await page.evaluate<string>('document.activeElement.name')).toBe('kind');
      await page.getByRole('textbox', { name: 'Value of the argument' }).fill('no number');
      await page.getByRole('button', { name: 'Run' }).click();
      await result.getByRole('alert').waitFor();
      // The refusal itself is what the browser complains about.
      expect(complaints.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
    },
    TEST_MS_MAX,
  );

  it(
    'says when the server is gone, and goes on when it is there again',
    async () => {
      const { page } = await show('');
      await page.locator('.state', { hasText: 'Live' }).waitFor();
      await served.process.kill9();
      await page.locator('.state', { hasText: 'Connection lost; trying again' }).waitFor();
      await served.process.start();
      await page.locator('.state', { hasText: 'Live' }).waitFor();
      const before = await page.evaluate<number>("Number(document.querySelector('tbody a').textContent)");
      await expectRoundAfter(page, Number(before));
      await untilShown(page);
    },
    TEST_MS_MAX,
  );
});

/** Waits until a round after this one is shown first. */
async function expectRoundAfter(page: Page, seqno: number): Promise<void> {
  const isThere = async () => Number(await page.locator('tbody a').first().textContent()) > seqno;
  await eventually(isThere, { timeoutMs: 120_000 });
}
