import { AskError, createAsk } from '../reading/ask.js';
import { element } from './element.js';

/**
 * @import { Ask } from '../reading/ask.js'
 * @import { LiveRounds } from './live-rounds.js'
 * @import { Child } from './element.js'
 *
 * @typedef {object} PageContext what a view works with until another one is shown
 * @property {Ask} ask
 * @property {LiveRounds} live
 * @property {AbortSignal} signal aborts when another view is shown
 * @property {(text: string) => void} announce tells those who do not see the page
 *
 * @typedef {{ readonly title: string, readonly content: readonly Child[] }} View
 */

/** An answer that comes sooner is shown without a word about waiting. */
const WAITING_MS = 200;

/**
 * Returns a function that shows a view in place of the one before: its heading gets the focus unless somebody
 * types, and a failure is said.
 *
 * @param {{ readonly main: HTMLElement, readonly live: LiveRounds, readonly announce: (text: string) => void }} page
 */
export function createViewer({ main, live, announce }) {
  let shown = new AbortController();
  let isFirst = true;
  const isTyping = watchTyping();

  /** @param {(page: PageContext) => Promise<View>} create */
  return async function show(create) {
    shown.abort();
    shown = new AbortController();
    const { signal } = shown;
    main.setAttribute('aria-busy', 'true');
    const waiting = setTimeout(() => main.replaceChildren(element('p', { class: 'notice' }, 'Loading…')), WAITING_MS);
    const { title, content } = await create({ ask: createAsk(signal), live, signal, announce }).catch((error) =>
      failedView(error, () => void show(create)),
    );
    clearTimeout(waiting);
    if (signal.aborted) return;
    const heading = element('h1', { tabindex: -1 }, title);
    main.replaceChildren(heading, ...content.filter((child) => child instanceof Node));
    main.setAttribute('aria-busy', 'false');
    document.title = `${title} · Tonriver`;
    if (!isFirst) window.scrollTo(0, 0);
    // A page that comes late must not take the keyboard away from somebody who types.
    if (!isFirst && !isTyping()) heading.focus({ preventScroll: true });
    isFirst = false;
  };
}

/**
 * Returns a function that tells whether somebody has typed into the field that has the keyboard, and not sent it yet.
 */
function watchTyping() {
  /** @type {EventTarget | null} */
  let field = null;
  document.addEventListener('input', ({ target }) => (field = target));
  document.addEventListener('submit', () => (field = null));
  return () => field !== null && field === document.activeElement;
}

/**
 * @param {unknown} error
 * @param {() => void} again
 * @returns {View}
 */
function failedView(error, again) {
  const text = error instanceof AskError ? error.message : 'The page failed. The console of the browser says more.';
  if (!(error instanceof AskError) && !(error instanceof DOMException)) reportError(error);
  return {
    title: 'This could not be read',
    content: [
      element('p', { class: 'notice problem', role: 'alert' }, text),
      element('p', {}, element('button', { type: 'button', onclick: again }, 'Try again')),
    ],
  };
}
