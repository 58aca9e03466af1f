import { createInterface } from 'node:readline/promises';

/** Asks a question at the terminal. Only `y` and `yes` are a yes. */
export async function askPerson(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await lines.question(question)).trim());
  } finally {
    lines.close();
  }
}
