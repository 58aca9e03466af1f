/** What one recorded thing came to. */
export interface Outcome {
  readonly name: string;
  /** Empty when it passed. */
  readonly differences: readonly string[];
}

/** Writes outcomes as they come, and the counts at the end. */
export interface Report {
  add(outcome: Outcome): void;
  /** A remark that is no outcome: a file that was passed over. */
  note(text: string): void;
  /** Ends the report and answers the exit code: 0, or 1 when something failed. */
  finish(): number;
}

/** Long values are cut in text: `--json` has them whole. */
const differenceLengthMax = 400;

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
      write(`FAILED ${outcome.name}\n`);
      for (const difference of outcome.differences) write(`  ${cut(difference)}\n`);
    },
    note: (text) => {
      if (!isJson) write(`${text}\n`);
    },
    finish: () => {
      const failed = failures.length;
      if (isJson) write(`${JSON.stringify({ passed, failed, failures }, null, 2)}\n`);
      else write(`${passed} passed, ${failed} failed\n`);
      return failed === 0 ? 0 : 1;
    },
  };
}

function cut(text: string): string {
  return text.length <= differenceLengthMax
    ? text
    : `${text.slice(0, differenceLengthMax)}… (${text.length} characters)`;
}
