import { describe, expect, it } from '@jest/globals';
import { ReadingError, runForCaller } from '@tonriver/chain-reader';
import { createAnswerLength } from './answer-length.ts';
import { contract } from '../dialects/contract.ts';
import { deployed } from '../dialects/deployed.ts';
import { printInTurns } from './print-in-turns.ts';

const MEGABYTE = 1024 * 1024;
/** An item that takes so long is the last one of its turn. */
const LONG_MS = 5;

describe('a long answer that is printed in turns', () => {
  it.each([
    [contract, 400],
    [deployed, 422],
  ])('is refused when it becomes longer than 64 MiB', async (dialect, status) => {
    const piece = new Uint8Array(MEGABYTE);
    let printed = 0;
    const print = () => {
      printed += 1;
      return [piece];
    };
    const items = Array.from({ length: 1_000 }, (_, index) => index);
    const length = createAnswerLength(dialect);
    await expect(printInTurns(items.slice(0, 64), length, print)).resolves.toHaveLength(64);
    await expect(printInTurns(items, length, print)).rejects.toMatchObject({ code: 'bad_request', status });
    expect(printed).toBe(65);
  });

  it('lets other events of the loop be handled between long items, and ends when the caller has left', async () => {
    const caller = new AbortController();
    let printed = 0;
    const printing = runForCaller(caller.signal, () =>
      printInTurns([1, 2, 3, 4, 5], createAnswerLength(contract), () => {
        printed += 1;
        setImmediate(() => caller.abort());
        const untilMs = performance.now() + LONG_MS;
        while (performance.now() < untilMs);
        return [new Uint8Array(1)];
      }),
    );
    await expect(printing).rejects.toBeInstanceOf(ReadingError);
    expect(printed).toBe(1);
  });
});
