import { beforeEach, describe, expect, it } from '@jest/globals';
import { encodeExternalMessage } from '@tonriver/events';
import { type EmulatedTraceAnswer, type EmulateTraceCall, GetMethodError } from '@tonriver/api-model';
import {
  assignment,
  bench,
  confirm,
  messageOf,
  numberOf,
  numbersOfCalls,
  openBench,
  PER_ACCOUNT_MAX,
  refusal,
  settle,
  shown,
  STARTED_AT_MS,
  take,
  traceOf,
  TTL_MS,
} from './testing/emulator-bench.test-support.ts';

beforeEach(openBench);

describe('a message that is followed', () => {
  it('is emulated at the newest round, and shown by its account and by both hashes', async () => {
    await confirm();
    const message = messageOf(1, 7);
    const isDone = take(message);
    await settle();
    expect(bench.calls.map(({ seqno, withActions }) => [seqno, withActions])).toEqual([[10, true]]);
    const [trace] = await bench.store.ofAccount(message.text);
    expect(trace).toMatchObject({ state: 'pending', isRootMined: false, endSeqno: null, seqno: 10 });
    expect(await bench.store.byHashes([trace!.externalHash])).toEqual([trace]);
    expect(await bench.store.byHashes([trace!.key])).toEqual([trace]);
    expect(isDone()).toBe(false);
  });

  it('is followed once, however often it comes', async () => {
    const message = messageOf(1, 7);
    const done = [take(message), take(message)];
    await settle();
    const again = take(message);
    await settle();
    expect([bench.calls.length, bench.traces.count]).toEqual([1, 1]);
    expect([...done, again].map((isDone) => isDone())).toEqual([false, false, false]);
  });

  it('that is refused is tried once behind the earlier ones of its account, and not behind those of others', async () => {
    await confirm();
    const state = Buffer.from('state after').toString('base64');
    const [first, second, other] = [messageOf(1, 1), messageOf(1, 2), messageOf(2, 3)];
    bench.answers.set(1, traceOf({ [first.text]: state }));
    bench.answers.set(2, refusal());
    bench.answers.set(3, refusal());
    for (const message of [first, second, other]) take(message);
    await settle();
    expect(
      bench.calls
        .map(({ messageBoc, states }) => [numberOf(messageBoc), states] as const)
        .toSorted(([left], [right]) => left - right),
    ).toEqual([
      [1, undefined],
      [2, undefined],
      [2, { [first.text]: state }],
      [3, undefined],
    ]);
    expect(await shown(other.text)).toEqual(['refused']);
    const [refused] = await bench.store.ofAccount(other.text);
    expect(refused).toMatchObject({ reason: 'External message was not accepted', parts: [], actions: [] });
  });

  it('is tried behind the earlier ones first when the one before it was only valid behind others', async () => {
    await confirm();
    const states = (text: string) => ({ [messageOf(1, 0).text]: Buffer.from(text).toString('base64') });
    const isBehind = (call: EmulateTraceCall): boolean => call.states !== undefined;
    bench.answers.set(1, traceOf(states('first')));
    bench.onCall = (call) => {
      const number = numberOf(call.messageBoc);
      if (number === 1) return undefined;
      return isBehind(call) && number !== 4 ? traceOf(states(`of ${number}`)) : refusal();
    };
    for (const number of [1, 2, 3, 4]) take(messageOf(1, number));
    await settle();
    const tries = (number: number) =>
      bench.calls.filter(({ messageBoc }) => numberOf(messageBoc) === number).map(isBehind);
    expect([1, 2, 3, 4].map(tries)).toEqual([[false], [false, true], [true], [true, false]]);
    expect(bench.calls.findLast((call) => numberOf(call.messageBoc) === 4 && isBehind(call))!.states).toEqual(
      states('of 3'),
    );
    expect((await shown(messageOf(1, 0).text)).toSorted()).toEqual(['pending', 'pending', 'pending', 'refused']);
  });

  it('is emulated again when a round changes its account, and is void when it is refused then', async () => {
    await confirm();
    const message = messageOf(1, 1);
    take(message);
    await settle();
    bench.indexedSeqno = 11;
    bench.touched = [messageOf(2, 0).text];
    await settle();
    expect(bench.calls).toHaveLength(1);
    bench.answers.set(1, refusal());
    bench.indexedSeqno = 12;
    bench.touched = [message.text];
    await settle();
    expect(bench.calls).toHaveLength(2);
    expect(await shown(message.text)).toEqual(['refused']);
  });

  it('behind others is emulated again when what they do has changed, not whenever their account does', async () => {
    await confirm();
    const { text } = messageOf(1, 0);
    const states = (of: string) => ({ [text]: Buffer.from(of).toString('base64') });
    let isVoid = false;
    bench.onCall = ({ messageBoc, states: given }) => {
      const number = numberOf(messageBoc);
      if (isVoid || (number > 1 && given === undefined)) return refusal();
      return traceOf(states(`of ${number}`));
    };
    for (const number of [1, 2, 3]) take(messageOf(1, number));
    await settle();
    bench.calls.length = 0;
    bench.touched = [text];
    for (bench.indexedSeqno = 11; bench.indexedSeqno < 14; bench.indexedSeqno += 1) await settle();
    expect(numbersOfCalls()).toEqual([1, 1, 1]);
    bench.calls.length = 0;
    isVoid = true;
    bench.indexedSeqno = 15;
    await settle();
    expect([...new Set(numbersOfCalls())]).toEqual([1, 2, 3]);
    expect(await shown(text)).toEqual(['refused', 'refused', 'refused']);
  });

  it('that was refused because of the one before it is tried again when that one is accepted', async () => {
    await confirm();
    const { text } = messageOf(1, 0);
    let isOpen = false;
    bench.onCall = ({ messageBoc, states: given }) => {
      const number = numberOf(messageBoc);
      if (!isOpen || (number > 1 && given === undefined)) return refusal();
      return traceOf({ [text]: Buffer.from(`of ${number}`).toString('base64') });
    };
    for (const number of [1, 2, 3]) take(messageOf(1, number));
    await settle();
    expect(await shown(text)).toEqual(['refused', 'refused', 'refused']);
    // Those behind the first one are not due yet when it is.
    const [, ...others] = bench.traces.open();
    for (const trace of others) trace.emulationMs = 1_000;
    isOpen = true;
    bench.nowMs += 6_000;
    bench.indexedSeqno = 11;
    await settle();
    expect(await shown(text)).toEqual(['pending', 'pending', 'pending']);
  });

  it('is emulated again after some seconds, because contracts look at the clock', async () => {
    take(messageOf(1, 1));
    await settle();
    bench.nowMs += 6_000;
    bench.indexedSeqno = 11;
    await settle();
    expect(bench.calls.map(({ seqno }) => seqno)).toEqual([10, 11]);
  });

  it('that took long to emulate is emulated again later, unless a round changes its own account', async () => {
    let answer = (_trace: EmulatedTraceAnswer): void => undefined;
    bench.answers.set(
      1,
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    const message = messageOf(1, 1);
    take(message);
    await settle();
    bench.nowMs += 1_000;
    answer(traceOf());
    await settle();
    const callsAfter = async (ms: number): Promise<number> => {
      bench.nowMs += ms;
      bench.indexedSeqno += 1;
      await settle();
      return bench.calls.length;
    };
    expect([await callsAfter(6_000), await callsAfter(13_000), await callsAfter(2_000)]).toEqual([1, 1, 2]);
    bench.touched = [message.text];
    expect(await callsAfter(1)).toBe(3);
  });

  it('waits while the executor has no room, and is not bench.taken for refused', async () => {
    await confirm();
    const message = messageOf(1, 1);
    bench.answers.set(1, new GetMethodError('overloaded', 'too many', {}, { isRetryable: true }));
    take(message);
    await settle();
    expect(await shown(message.text)).toEqual([]);
    bench.answers.delete(1);
    bench.nowMs += 1_000;
    await settle();
    expect(await shown(message.text)).toEqual(['pending']);
  });

  it('that comes to no block leaves after its time, and its record is done', async () => {
    await confirm();
    const message = messageOf(1, 1);
    const isDone = take(message);
    await settle();
    bench.nowMs += TTL_MS - 1;
    await settle();
    expect([isDone(), (await shown(message.text)).length]).toEqual([false, 1]);
    bench.nowMs += 1;
    await settle();
    expect([isDone(), (await shown(message.text)).length, bench.traces.count]).toEqual([true, 0, 0]);
  });
});

describe('many messages', () => {
  it('to one account take no room from others', async () => {
    await confirm();
    const done = Array.from({ length: 20 }, (_, number) => take(messageOf(1, number)));
    const other = messageOf(2, 100);
    take(other);
    await settle();
    expect(done.filter((isDone) => isDone())).toHaveLength(20 - PER_ACCOUNT_MAX);
    expect(await shown(other.text)).toEqual(['pending']);
  });

  it('take a place as soon as it is free, but not before blocks were looked through for them', async () => {
    let answer: (trace: EmulatedTraceAnswer) => void = () => undefined;
    bench.answers.set(1, new Promise((resolve) => (answer = resolve))).set(2, new Promise(() => undefined));
    for (const number of [1, 2, 3]) take(messageOf(number, number));
    await bench.step.pass();
    expect(numbersOfCalls()).toEqual([1, 2]);
    take(messageOf(4, 4));
    answer(traceOf());
    await new Promise((resolve) => setImmediate(resolve));
    expect(numbersOfCalls()).toEqual([1, 2, 3]);
    await bench.step.pass();
    expect(numbersOfCalls()).toEqual([1, 2, 3, 4]);
  });

  it('of accounts with large traces take one place of two, however many there are', async () => {
    const large = { ...traceOf(), isLarge: true };
    for (const account of [1, 2, 3]) {
      bench.answers.set(account, large);
      take(messageOf(account, account));
    }
    await settle();
    expect([...bench.traces.all()].every(({ prediction }) => prediction?.isLarge)).toBe(true);
    bench.calls = [];
    for (const account of [1, 2, 3]) bench.answers.set(account + 10, new Promise(() => undefined));
    for (const account of [1, 2, 3]) take(messageOf(account, account + 10));
    await settle();
    expect(bench.calls).toHaveLength(1);
    take(messageOf(4, 20));
    await settle();
    expect(numbersOfCalls().at(-1)).toBe(20);
  });

  /** Three accounts with a message that fails so twice, and one behind it. Then none of them is answered. */
  const failAndWait = async (code: GetMethodError['code']): Promise<void> => {
    bench.onCall = ({ messageBoc }) => (numberOf(messageBoc) > 10 ? refusal() : new GetMethodError(code, 'failed'));
    for (const account of [1, 2, 3]) for (const number of [0, 10]) take(messageOf(account, account + number));
    await settle();
    bench.nowMs += 1_000;
    await settle();
    expect([...bench.traces.open()].map(({ failures }) => failures)).toEqual([2, 0, 2, 0, 2, 0]);
    bench.onCall = () => undefined;
    for (const number of [1, 2, 3, 11, 12, 13]) bench.answers.set(number, new Promise(() => undefined));
    bench.calls = [];
    bench.nowMs += 6_000;
    await settle();
  };

  it('of accounts of which one took too long take one place of two, also those that did not', async () => {
    await failAndWait('timed_out');
    expect(bench.calls).toHaveLength(1);
    take(messageOf(4, 20));
    await settle();
    expect(numbersOfCalls().at(-1)).toBe(20);
  });

  it('of an account to which a stranger sent one that cannot be emulated take places as before', async () => {
    await failAndWait('library_unknown');
    expect(numbersOfCalls().filter((number) => number > 10)).toHaveLength(1);
    expect(bench.calls).toHaveLength(2);
  });

  it('that come while new rounds are looked through are looked up before they are emulated', async () => {
    take(messageOf(1, 1));
    await settle();
    bench.indexedSeqno = 11;
    bench.onRoundsRead = () => void take(messageOf(2, 2));
    await bench.step.pass();
    expect(numbersOfCalls()).toEqual([1]);
    bench.onRoundsRead = () => undefined;
    await bench.step.pass();
    expect(numbersOfCalls()).toEqual([1, 2]);
  });

  it('that a new round changes are emulated at that round, whenever a place gets free', async () => {
    for (let turns = 0; turns < 40; turns += 1) {
      await openBench();
      let end = (_answer: EmulatedTraceAnswer): void => undefined;
      bench.answers.set(1, new Promise((resolve) => void (end = resolve)));
      take(messageOf(1, 1));
      take(messageOf(2, 2));
      await settle();
      bench.touched = [messageOf(2, 0).text];
      bench.indexedSeqno = 11;
      bench.onRoundsRead = () => void endAfter(turns, () => end(traceOf()));
      await settle();
      const ofSecond = bench.calls.filter(({ messageBoc }) => numberOf(messageBoc) === 2);
      expect(ofSecond.map(({ seqno }) => seqno)).toEqual([10, 11]);
    }
  });

  it('to one account are emulated one after the other, beside those of others', async () => {
    let finish: (answer: EmulatedTraceAnswer) => void = () => undefined;
    bench.answers.set(1, new Promise((resolve) => (finish = resolve)));
    for (const [account, number] of [
      [1, 1],
      [1, 2],
      [2, 3],
      [3, 4],
    ] as const)
      take(messageOf(account, number));
    await settle();
    expect(numbersOfCalls()).toEqual([1, 3, 4]);
    finish(traceOf());
    await settle();
    expect(numbersOfCalls()).toEqual([1, 2, 3, 4]);
  });
});

describe('a trace that is large', () => {
  const states = (bytes: number) => ({ [messageOf(9, 0).text]: 'A'.repeat(bytes) });

  it('is not shown when it is larger than any may be, and its record is done', async () => {
    await confirm();
    bench.answers.set(1, traceOf(states(5_000_000)));
    const message = messageOf(1, 1);
    const isDone = take(message);
    await settle();
    expect([await shown(message.text), isDone(), bench.traces.count]).toEqual([[], true, 0]);
  });

  it('leaves when all together take too much memory, the largest ones first', async () => {
    await confirm();
    const messages = [1, 2, 3, 4].map((number) => messageOf(number, number));
    for (const [index, bytes] of [2_000_000, 3_900_000, 3_000_000, 3_500_000].entries()) {
      bench.answers.set(index + 1, traceOf(states(bytes)));
      take(messages[index]!);
    }
    await settle();
    expect(await Promise.all(messages.map(({ text }) => shown(text)))).toEqual([
      ['pending'],
      [],
      ['pending'],
      ['pending'],
    ]);
  });
});

describe('a record', () => {
  it('that is not a message from outside is refused, counts as bench.taken, and is saved', async () => {
    const account = new Uint8Array(32);
    const event = encodeExternalMessage({ account, boc: Uint8Array.of(1, 2, 3), acceptedAtMs: 1 });
    const outcome = bench.step.take({ partition: 0, offset: 7n, ...event }, assignment);
    expect(outcome).toMatchObject({ kind: 'reject', code: 'bad_message' });
    expect(bench.taken).toEqual([7n]);
    expect((await bench.step.pass()).isSaveDue).toBe(true);
    expect((await bench.step.pass()).isSaveDue).toBe(false);
  });

  it('is taken over when it was accepted some time before this process began to read its partition', () => {
    const ages = [1_001, 1_000, 0, -5_000];
    bench.step.forget?.(0, 0n);
    for (const [index, ageMs] of ages.entries()) take(messageOf(index + 1, index + 1), STARTED_AT_MS - ageMs);
    expect([...bench.traces.all()].map(({ isTakenOver }) => isTakenOver)).toEqual([true, false, false, false]);
  });

  it('of a partition that was bench.taken away is left to the process that has it now', async () => {
    await confirm();
    const message = messageOf(1, 1);
    take(message);
    await settle();
    bench.isCurrent = false;
    await settle();
    expect(bench.traces.count).toBe(0);
    // What readers see stays until the other process writes it.
    expect(await shown(message.text)).toEqual(['pending']);
  });
});

async function endAfter(turns: number, end: () => void): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
  end();
}
