import { MessageChannel } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TonriverError } from '@tonriver/errors';
import { createThreadCalls, type ThreadCalls } from './index.ts';

class TideError extends TonriverError<'tide_out'> {}
class OtherError extends TonriverError<'other'> {}

interface Harbour {
  depth(place: string, options?: { readonly signal?: AbortSignal; readonly unit?: string }): Promise<unknown>;
  sum(...values: bigint[]): bigint;
  fail(how: string): Promise<never>;
}

const systemError = Object.assign(new Error('listen EADDRINUSE'), {
  code: 'EADDRINUSE',
  syscall: 'listen',
  port: 8081,
});
const failures: Readonly<Record<string, unknown>> = {
  known: new TideError('tide_out', 'The tide is out', { hour: 6n }, { cause: new Error('no moon'), isRetryable: true }),
  unlisted: new OtherError('other', 'something else'),
  system: systemError,
  text: 'thrown text',
};

describe('calls between threads', () => {
  let here: ThreadCalls;
  let closePorts: () => void;
  let untilAborted: Promise<void>;
  const harbour = () => here.remote<Harbour>('harbour')(['depth', 'sum', 'fail']);

  beforeEach(() => {
    const { port1, port2 } = new MessageChannel();
    const errorClasses = { TideError } as const;
    here = createThreadCalls({ port: port1, errorClasses });
    const there = createThreadCalls({ port: port2, errorClasses });
    let noteAbort: () => void = () => undefined;
    untilAborted = new Promise((resolve) => (noteAbort = resolve));
    there.offer('harbour', {
      depth(place, { signal, unit } = {}) {
        if (place !== 'until aborted') return Promise.resolve({ place, unit, hasSignal: signal !== undefined });
        return new Promise((_resolve, reject) => {
          signal!.addEventListener('abort', () => {
            noteAbort();
            reject(signal!.reason);
          });
        });
      },
      sum: (...values) => values.reduce((left, right) => left + right, 0n),
      fail: (how) => Promise.reject(failures[how]),
    } satisfies Harbour);
    there.offer('shapes', { uncloneable: () => () => undefined });
    closePorts = () => port1.close();
  });
  afterEach(() => closePorts());

  it('copies values and results', async () => {
    expect(await harbour().sum(1n, 2n ** 70n)).toBe(2n ** 70n + 1n);
    expect(await harbour().depth('quay', { unit: 'm' })).toEqual({ place: 'quay', unit: 'm', hasSignal: false });
    expect(await harbour().depth('quay')).toEqual({ place: 'quay', unit: undefined, hasSignal: false });
  });

  it('answers many calls, each with its own result', async () => {
    const values = Array.from({ length: 500 }, (_, index) => BigInt(index));
    expect(await Promise.all(values.map((value) => harbour().sum(value, 1n)))).toEqual(
      values.map((value) => value + 1n),
    );
  });

  it('keeps the class, the fields and the cause of errors that were thrown on purpose', async () => {
    const error = await harbour()
      .fail('known')
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TideError);
    expect(error).toMatchObject({
      name: 'TideError',
      code: 'tide_out',
      message: 'The tide is out',
      fields: { hour: 6n },
      isRetryable: true,
      cause: new Error('no moon'),
    });
  });

  it('gives an error of another class as the base class, with its code', async () => {
    const error = await harbour()
      .fail('unlisted')
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TonriverError);
    expect(error).toMatchObject({ code: 'other', message: 'something else', isRetryable: false });
  });

  it('keeps what the operating system says with an error, and takes anything that was thrown', async () => {
    await expect(harbour().fail('system')).rejects.toMatchObject({
      message: 'listen EADDRINUSE',
      code: 'EADDRINUSE',
      syscall: 'listen',
      port: 8081,
    });
    await expect(harbour().fail('text')).rejects.toThrow('thrown text');
    const { stack } = await harbour()
      .fail('system')
      .catch((thrown: unknown) => thrown as Error);
    expect(stack).toBe(systemError.stack);
  });

  it('carries a signal, and rejects with the reason of the caller', async () => {
    const stop = new AbortController();
    expect(await harbour().depth('quay', { signal: stop.signal })).toMatchObject({ hasSignal: true });
    const waiting = harbour().depth('until aborted', { signal: stop.signal });
    stop.abort(new TideError('tide_out', 'too late'));
    await expect(waiting).rejects.toMatchObject({ code: 'tide_out', message: 'too late' });
    await untilAborted;
    await expect(harbour().depth('until aborted', { signal: stop.signal })).rejects.toThrow('too late');
  });

  it('refuses methods that were not offered, among them those that every object has', async () => {
    for (const [service, method] of [
      ['harbour', 'nothing'],
      ['nowhere', 'depth'],
      ['harbour', 'constructor'],
      ['harbour', 'toString'],
    ] as const) {
      const { [method]: call } = here.remote<Record<string, () => Promise<void>>>(service)([method]);
      await expect(call!()).rejects.toThrow(`The other thread has no ${service}.${method}`);
    }
  });

  it('rejects calls whose values or results cannot be copied, and later calls go on', async () => {
    const odd = here.remote<Record<string, (value?: unknown) => Promise<void>>>('shapes')(['uncloneable']);
    await expect(odd['uncloneable']!(() => undefined)).rejects.toThrow('could not be cloned');
    await expect(odd['uncloneable']!()).rejects.toThrow('could not be cloned');
    expect(await harbour().sum(1n)).toBe(1n);
  });

  it('rejects calls that wait, and later ones, when the other thread is gone', async () => {
    const stop = new AbortController();
    const waiting = harbour().depth('until aborted', { signal: stop.signal });
    here.end(new Error('the thread ended'));
    await expect(waiting).rejects.toThrow('the thread ended');
    await expect(harbour().sum(1n)).rejects.toThrow('the thread ended');
  });
});
