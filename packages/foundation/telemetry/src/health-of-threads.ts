import type { Health } from './health.ts';

/** The problems of a thread, as another one is told them. */
export interface ThreadProblems {
  readonly live: Readonly<Record<string, string>>;
  readonly ready: Readonly<Record<string, string>>;
}

/** The health of this thread and of another one, which says again and again how it is. */
export interface HealthOfThreads extends Health {
  note(problems: ThreadProblems): void;
}

/**
 * @param other.name under which its silence is told
 * @param other.silenceMsMax a thread that says nothing for longer counts as stuck
 */
export function createHealthOfThreads(
  own: Health,
  other: { readonly name: string; readonly silenceMsMax: number },
): HealthOfThreads {
  const beat = own.loop(other.name, other.silenceMsMax);
  const isKnown = own.condition(other.name, 'has not said how it is yet');
  let latest: ThreadProblems = { live: {}, ready: {} };
  const withLatest = (kind: keyof ThreadProblems) => () => {
    const problems = { ...latest[kind], ...own[kind]().problems };
    return { isOk: Object.keys(problems).length === 0, problems };
  };
  return {
    ...own,
    live: withLatest('live'),
    ready: withLatest('ready'),
    note(problems) {
      latest = problems;
      beat();
      isKnown(undefined);
    },
  };
}

/** What another thread is to be told of this health. */
export function threadProblemsOf(health: Health): ThreadProblems {
  return { live: health.live().problems, ready: health.ready().problems };
}
