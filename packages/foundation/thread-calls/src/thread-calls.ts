import type { MessagePort } from 'node:worker_threads';
import { createPendingCalls } from './pending-calls.ts';
import { type ErrorClasses, errorOf, failureOf, type ThreadFailure } from './thread-failure.ts';

/** The methods of a service of the other thread. Values and results are copied. */
export type Remote<Service, Method extends keyof Service = keyof Service> = {
  readonly [Name in Method]: Service[Name] extends (...values: infer Values) => unknown
    ? (...values: Values) => Promise<Awaited<ReturnType<Service[Name]>>>
    : never;
};

/** Calls between two threads, both ways, over one port. */
export interface ThreadCalls {
  /**
   * Lets the other thread call this object's own methods, none that it inherits. To be called before a call can come.
   */
  offer(service: string, methods: object): void;
  /**
   * Returns methods that call those of the other thread. A `signal` in the options, the last value of a call, works
   * there too.
   */
  remote<Service>(
    service: string,
  ): <Method extends keyof Service & string>(methods: readonly Method[]) => Remote<Service, Method>;
  /** The other thread is gone: calls that wait, and later ones, reject with this error. */
  end(error: Error): void;
}

interface ThreadCallsOptions {
  readonly port: MessagePort;
  /** Classes of errors that handlers tell apart. */
  readonly errorClasses: ErrorClasses;
}

interface Call {
  readonly kind: 'call';
  readonly id: number;
  readonly service: string;
  readonly method: string;
  readonly values: readonly unknown[];
  /** The last value is options, which had a signal. */
  readonly hasSignal: boolean;
}

type Message =
  | Call
  /** The signal of a call has aborted. */
  | { readonly kind: 'abort'; readonly id: number }
  | { readonly kind: 'result'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: ThreadFailure };

export function createThreadCalls({ port, errorClasses }: ThreadCallsOptions): ThreadCalls {
  const services = new Map<string, Readonly<Record<string, unknown>>>();
  const calls = createPendingCalls();
  const running = new Map<number, AbortController>();
  const post = (message: Message): void => port.postMessage(message);
  const answer = async (call: Call): Promise<void> => {
    const { id } = call;
    const stop = new AbortController();
    if (call.hasSignal) running.set(id, stop);
    try {
      post({ kind: 'result', id, result: await runCall(services, call, stop.signal) });
    } catch (error) {
      post({ kind: 'failure', id, failure: failureOf(error) });
    } finally {
      running.delete(id);
    }
  };
  port.on('message', (message: Message) => {
    switch (message.kind) {
      case 'call':
        return void answer(message);
      case 'abort':
        return running.get(message.id)?.abort();
      case 'result':
        return calls.resolve(message.id, message.result);
      case 'failure':
        return calls.reject(message.id, errorOf(message.failure, errorClasses));
    }
  });
  const call = async (service: string, method: string, given: readonly unknown[]): Promise<unknown> => {
    const { values, signal } = withoutSignal(given);
    let abort = (): void => undefined;
    try {
      return await calls.begin((id) => {
        post({ kind: 'call', id, service, method, values, hasSignal: signal !== undefined });
        abort = () => post({ kind: 'abort', id });
        if (signal?.aborted === true) abort();
        else signal?.addEventListener('abort', abort, { once: true });
      });
    } catch (error) {
      // Who stops a call gets its own reason, as from a method of the same thread.
      if (signal?.aborted === true && (error as { readonly name?: unknown }).name === 'AbortError') throw signal.reason;
      throw error;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  };
  return {
    offer: (service, methods) => void services.set(service, methods as Readonly<Record<string, unknown>>),
    remote: (service) => (methods) =>
      Object.fromEntries(
        methods.map((method) => [method, (...values: readonly unknown[]) => call(service, method, values)]),
      ) as never,
    end: (error) => calls.rejectAll(error),
  };
}

async function runCall(
  services: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
  { service, method, values, hasSignal }: Call,
  signal: AbortSignal,
): Promise<unknown> {
  const methods = services.get(service);
  const run = methods !== undefined && Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (typeof run !== 'function') throw new TypeError(`The other thread has no ${service}.${method}`);
  if (!hasSignal) return await run.apply(methods, values);
  return await run.apply(methods, [...values.slice(0, -1), { ...(values.at(-1) as object), signal }]);
}

/** A signal cannot be copied to another thread. */
function withoutSignal(values: readonly unknown[]): {
  readonly values: readonly unknown[];
  readonly signal: AbortSignal | undefined;
} {
  const options = values.at(-1);
  if (typeof options !== 'object' || options === null || !('signal' in options)) return { values, signal: undefined };
  const { signal, ...others } = options;
  if (!(signal instanceof AbortSignal)) return { values, signal: undefined };
  return { values: [...values.slice(0, -1), others], signal };
}
