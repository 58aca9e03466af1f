import { eventually } from '@tonriver/testing';
import type { RenderedContainer } from './rendered-container.ts';

type Probe = NonNullable<RenderedContainer['container']['startupProbe']>;

/** The probes of one container, asked as a kubelet asks them. */
export interface Probes {
  /** Resolves when the startup probe has succeeded and the readiness probe says that it gets requests. */
  untilReady(): Promise<void>;
  isReady(): boolean;
  /** Reasons for which Kubernetes would have killed the container. */
  readonly faults: readonly string[];
  stop(): void;
}

const READY_MS_MAX = 120_000;

/** Starts to ask the probes of a container, with the times and the thresholds that it names. */
export function startProbes({ name, container, ports }: RenderedContainer): Probes {
  const { startupProbe, livenessProbe, readinessProbe } = container;
  if (startupProbe === undefined || livenessProbe === undefined || readinessProbe === undefined) {
    throw new Error(`${name} does not have all three probes`);
  }
  const faults: string[] = [];
  const timers: NodeJS.Timeout[] = [];
  let isReady = false;
  let hasEnded = false;
  /** Asks every period; `after` gets how often it has failed one after the other. */
  const repeat = (probe: Probe, after: (failures: number, timer: NodeJS.Timeout) => void): void => {
    let failures = 0;
    const timer = setInterval(
      () => {
        void isAnswered(probe, ports).then((isOk) => {
          failures = isOk ? 0 : failures + 1;
          if (!hasEnded) after(failures, timer);
        });
      },
      (probe.periodSeconds ?? 10) * 1000,
    );
    timers.push(timer);
  };
  repeat(startupProbe, (failures, timer) => {
    if (failures >= (startupProbe.failureThreshold ?? 3)) faults.push(`${name} has not started`);
    if (failures > 0 || !timers.includes(timer)) return;
    clearInterval(timer);
    timers.splice(timers.indexOf(timer), 1);
    repeat(livenessProbe, (missed) => {
      if (missed >= (livenessProbe.failureThreshold ?? 3)) faults.push(`${name} is not alive`);
    });
    repeat(readinessProbe, (missed) => {
      if (missed === 0) isReady = true;
      if (missed >= (readinessProbe.failureThreshold ?? 3)) isReady = false;
    });
  });
  return {
    untilReady: async () => {
      await eventually(() => isReady || faults.length > 0, { timeoutMs: READY_MS_MAX, intervalMs: 50 });
      if (faults.length > 0) throw new Error(faults.join(', '));
    },
    isReady: () => isReady,
    faults,
    stop() {
      hasEnded = true;
      for (const timer of timers) clearInterval(timer);
    },
  };
}

async function isAnswered(
  { httpGet, timeoutSeconds = 1 }: Probe,
  ports: ReadonlyMap<string, number>,
): Promise<boolean> {
  const port = ports.get(httpGet?.port ?? '');
  if (httpGet === undefined || port === undefined) throw new Error('A probe asks no port of its container');
  const signal = AbortSignal.timeout(timeoutSeconds * 1000);
  const answer = await fetch(`http://127.0.0.1:${port}${httpGet.path}`, { signal, keepalive: false }).catch(
    () => undefined,
  );
  await answer?.arrayBuffer();
  return answer !== undefined && answer.status >= 200 && answer.status < 400;
}
