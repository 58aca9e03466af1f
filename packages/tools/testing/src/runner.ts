import { TestingError } from './testing-error.ts';

type Body = () => void | Promise<void>;

/** The functions of the test runner that this package calls. */
export interface Runner {
  readonly describe: (name: string, body: () => void) => void;
  it: ((name: string, body: Body) => void) & { readonly skip: (name: string, body: Body) => void };
}

/**
 * The test runner that this process runs under. It is taken from the globals and not from `@jest/globals`, because that
 * module throws when it is imported outside of jest, and benches and child processes of tests use this package too.
 */
export function currentRunner(): Runner {
  const { describe, it } = globalThis as Partial<Runner>;
  if (describe === undefined || it === undefined) {
    throw new TestingError('not_a_test_runner', 'describePart and describeRecorded only work inside a test run');
  }
  return { describe, it };
}
