import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { toolFile } from '@tonriver/testing';

/** A page of the explorer, with everything that it did beside what a person sees. */
export interface OpenPage {
  readonly page: Page;
  /** Errors and warnings of the console, and errors that nobody caught. */
  readonly complaints: readonly string[];
  /** Requests to anywhere but the server of the page. */
  readonly foreignRequests: readonly string[];
  /** What axe finds wrong for people who use a keyboard or a screen reader, or who see little. */
  accessibilityProblems(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/**
 * A server under load answers 503 or 504, and the page asks again. The browser prints an error for each. What the page
 * shows in the end is what tests look at.
 */
const BUSY = /^Failed to load resource: the server responded with a status of 50[34]\b.*\/api\/v3\//;

/** Sizes of screens: a phone, and a desk. */
export const PHONE = { width: 360, height: 740 };
export const DESK = { width: 1280, height: 900 };

const axe = createRequire(import.meta.url)('axe-core') as { readonly source: string };
/** Others may use the processors meanwhile. */
const WAITING_MS_MAX = 120_000;
/** The rules of WCAG 2.2, levels A and AA, and what axe counts as good practice. */
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

/** Starts Chromium of this machine, without a window. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = toolFile('chromium');
  if (executablePath === undefined) throw new Error('chromium is not in PATH');
  // As root, as in CI, Chromium has no sandbox. It only sees pages of this test.
  return await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

/** Opens a page of the explorer. `fragment` is the part of its address after `#`. */
export async function openPage(
  browser: Browser,
  url: string,
  fragment: string,
  options: BrowserContextOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: DESK, ...options });
  context.setDefaultTimeout(WAITING_MS_MAX);
  const page = await context.newPage();
  const complaints: string[] = [];
  const foreignRequests: string[] = [];
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    const complaint = `${message.text()} ${message.location().url}`;
    if (!BUSY.test(complaint)) complaints.push(complaint);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${url}/`)) foreignRequests.push(request.url());
  });
  await page.goto(`${url}/#/${fragment}`);
  await untilShown(page);
  return {
    page,
    complaints,
    foreignRequests,
    async accessibilityProblems() {
      await page.evaluate(axe.source);
      const run = `axe.run(document, { runOnly: ${JSON.stringify(AXE_TAGS)} })`;
      const { violations } = await page.evaluate<AxeResult>(run);
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    },
    close: () => context.close(),
  };
}

/** Waits until the view is there, whatever it shows. */
export async function untilShown(page: Page): Promise<void> {
  await page.locator('main[aria-busy="false"] h1').waitFor();
}
