/** The outcome of one recorded call or transaction. */
export interface Outcome {
  readonly name: string;
  /** Empty when it passed. */
  readonly differences: readonly string[];
  /** True when the recording could not be read, so that nothing ran. */
  readonly isUnreadable?: boolean;
}

/** Writes outcomes as they come and the counts at the end. */
export interface Report {
  add(outcome: Outcome): void;
  /** Writes a remark, for example about a file that is left out. */
  note(text: string): void;
  /** Ends the report. Returns the exit code: 0, 1 when something failed, 2 when something could not be read. */
  finish(): number;
}

/** Long values are shortened in text; `--json` has them whole. */
const differenceLengthMax = 400;
const EXIT_COULD_NOT_READ = 2;

export function createReport(write: (text: string) => void, { isJson }: { readonly isJson: boolean }): Report {
  const failures: Outcome[] = [];
  let passed = 0;
  return {
    add: (outcome) => {
      if (outcome.differences.length === 0) {
        passed++;
        return;
      }
      failures.push(outcome);
      if (isJson) return;
      write(`${outcome.isUnreadable === true ? 'UNREADABLE' : 'FAILED'} ${outcome.name}\n`);
      for (const difference of outcome.differences) write(`  ${cut(difference)}\n`);
    },
    note: (text) => {
      if (!isJson) write(`${text}\n`);
    },
    finish: () => {
      const failed = failures.length;
      if (isJson) write(`${JSON.stringify({ passed, failed, failures }, null, 2)}\n`);
      else write(`${passed} passed, ${failed} failed\n`);
      if (failures.some(({ isUnreadable }) => isUnreadable === true)) return EXIT_COULD_NOT_READ;
      return failed === 0 ? 0 : 1;
    },
  };
}

function cut(text: string): string {
  return text.length <= differenceLengthMax
    ? text
    : `${text.slice(0, differenceLengthMax)}… (${text.length} characters)`;
}
