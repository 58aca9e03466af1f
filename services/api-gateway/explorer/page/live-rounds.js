/**
 * @typedef {{ readonly first: number, readonly last: number }} Rounds the rounds that can be read
 * @typedef {'connecting' | 'live' | 'lost' | 'paused'} LiveState
 *
 * @typedef {object} LiveRounds
 * @property {() => LiveState} state
 * @property {() => Rounds | undefined} newest
 * @property {() => boolean} hasPending whether the server knows of pending actions
 * @property {(use: (rounds: Rounds) => Promise<void>, signal: AbortSignal) => void} follow calls `use` with the newest
 * rounds whenever there are new ones and the last call has ended; what fails is tried again with the next round
 * @property {(tell: () => void, signal: AbortSignal) => void} onState
 * @property {(isPaused: boolean) => void} pause
 */

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Keeps a connection by which the server tells of new rounds. It is opened again when it is lost, and closed while
 * nobody sees the page.
 *
 * @param {{ readonly url: URL, readonly onNetwork: (name: string) => void }} options
 * @returns {LiveRounds}
 */
export function createLiveRounds({ url, onNetwork }) {
  /** @type {LiveState} */
  let state = 'connecting';
  /** @type {Rounds | undefined} */
  let newest;
  /** @type {EventSource | undefined} */
  let source;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let pauseMs = FIRST_PAUSE_MS;
  let isPaused = false;
  let hasPending = false;
  const changes = new EventTarget();

  /** @param {LiveState} next */
  const become = (next) => {
    if (state === next) return;
    state = next;
    changes.dispatchEvent(new Event('state'));
  };
  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  };
  const open = () => {
    close();
    if (isPaused || document.hidden) return;
    source = new EventSource(url);
    source.addEventListener('connected', ({ data }) => {
      pauseMs = FIRST_PAUSE_MS;
      const told = JSON.parse(data);
      onNetwork(String(told.network));
      hasPending = told.has_pending === true;
      become('live');
    });
    source.addEventListener('event', ({ data }) => {
      const told = JSON.parse(data);
      if (told.type !== 'rounds') return;
      newest = { first: told.first, last: told.last };
      changes.dispatchEvent(new Event('rounds'));
    });
    source.addEventListener('error', () => {
      close();
      become('lost');
      timer = setTimeout(open, pauseMs);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    });
  };
  document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()));
  open();

  return {
    state: () => state,
    newest: () => newest,
    hasPending: () => hasPending,
    follow(use, signal) {
      followOne(changes, () => newest, use, signal);
    },
    onState(tell, signal) {
      changes.addEventListener('state', tell, { signal });
    },
    pause(wanted) {
      isPaused = wanted;
      become(wanted ? 'paused' : 'connecting');
      if (wanted) close();
      else open();
    },
  };
}

/**
 * @param {EventTarget} changes
 * @param {() => Rounds | undefined} newest
 * @param {(rounds: Rounds) => Promise<void>} use
 * @param {AbortSignal} signal
 */
function followOne(changes, newest, use, signal) {
  let isUsing = false;
  /** @type {Rounds | undefined} */
  let used;
  const look = async () => {
    if (isUsing) return;
    isUsing = true;
    for (let rounds = newest(); rounds !== undefined && rounds !== used && !signal.aborted; rounds = newest()) {
      used = rounds;
      // The next round tries again; a view that cannot be read at all says so by itself.
      await use(rounds).catch(() => undefined);
    }
    isUsing = false;
  };
  changes.addEventListener('rounds', () => void look(), { signal });
  void look();
}
