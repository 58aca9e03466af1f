import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@tonriver/testing';
import { chartFolder, sizes } from './chart.ts';
import type { ControlPlane } from './control-plane.ts';
import { NAMESPACE } from './simulated-cluster.ts';

/** Name of the release that most steps work on. */
export const RELEASE = 'tonriver';
export const MEDIUM = sizes['medium']!;

/** The result of one step, for the protocol. */
export type Step = (campaign: Campaign) => Promise<string>;

export interface Campaign {
  readonly plane: ControlPlane;
  readonly folder: string;
  readonly helmFile: string;
}

/** Words that make helm wait. */
export function waiting(timeout = '3m'): string[] {
  return ['--wait', '--wait-for-jobs', '--timeout', timeout];
}

export async function helmUpgrade({ plane }: Campaign, words: readonly string[], chart = chartFolder): Promise<void> {
  await plane.helm(['upgrade', '--install', RELEASE, chart, '-n', NAMESPACE, ...waiting(), ...MEDIUM, ...words]);
}

/** What is there, with the numbers by which a change would show. */
export async function marks({ plane }: Campaign): Promise<string> {
  const kinds = 'deployments,statefulsets,jobs,pods';
  const path = '{range .items[*]}{.kind}/{.metadata.name} {.metadata.uid} {.metadata.generation}{"\\n"}{end}';
  return await plane.kubectl(['-n', NAMESPACE, 'get', kinds, `-o=jsonpath=${path}`]);
}

interface PodState {
  readonly metadata: { readonly name: string; readonly deletionTimestamp?: string };
  readonly spec: { readonly containers: readonly { readonly image: string }[] };
  readonly status: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

/** Pods that run, without those of Jobs, which have ended. */
async function pods({ plane }: Campaign): Promise<PodState[]> {
  const selector = 'app.kubernetes.io/component!=migrate';
  const text = await plane.kubectl(['-n', NAMESPACE, 'get', 'pods', '-l', selector, '-o', 'json']);
  const { items } = JSON.parse(text) as { readonly items: readonly PodState[] };
  return items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
}

export async function everyPodReady(campaign: Campaign): Promise<void> {
  const isReady = ({ status }: PodState): boolean =>
    status.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True') ?? false;
  await eventually(async () => (await pods(campaign)).every((pod) => isReady(pod)), { timeoutMs: 60_000 });
}

/** Says what is there. Throws unless every pod is ready, has this image, and every Job has ended well. */
export async function state(campaign: Campaign, tag: string): Promise<string> {
  await everyPodReady(campaign);
  const there = await pods(campaign);
  const others = there.filter(({ spec }) => !spec.containers.every(({ image }) => image.endsWith(`:${tag}`)));
  if (others.length > 0) throw new Error(`not of ${tag}: ${others.map(({ metadata }) => metadata.name).join(', ')}`);
  const jobs = await jobNames(campaign);
  const path = '-o=jsonpath={.items[*].status.succeeded}';
  const succeeded = (await campaign.plane.kubectl(['-n', NAMESPACE, 'get', 'jobs', path])).split(' ');
  if (succeeded.length !== jobs.length) throw new Error(`${jobs.length} Jobs, ${succeeded.length} succeeded`);
  return `${there.length} pods of ${tag} are ready; done: ${jobs.join(', ')}`;
}

export async function jobNames({ plane }: Campaign): Promise<string[]> {
  const text = await plane.kubectl(['-n', NAMESPACE, 'get', 'jobs', '-o=jsonpath={.items[*].metadata.name}']);
  return text.split(' ').filter((name) => name !== '');
}

export async function expectNewJobs(campaign: Campaign, before: readonly string[], part: string): Promise<void> {
  const after = await jobNames(campaign);
  const old = after.filter((name) => before.includes(name));
  const strange = after.filter((name) => !name.includes(part));
  if (after.length !== 2 || old.length > 0 || strange.length > 0) throw new Error(`Jobs: ${after.join(', ')}`);
}

/** The smallest number of gateways of a network that were available at one time while something was done. */
export async function leastAvailable(campaign: Campaign, work: () => Promise<void>): Promise<number> {
  let isDone = false;
  let least = Number.POSITIVE_INFINITY;
  const watch = async (): Promise<void> => {
    while (!isDone) {
      least = Math.min(least, ...(await availableGateways(campaign)));
      await sleep(100);
    }
  };
  const watching = watch();
  try {
    await work();
  } finally {
    isDone = true;
    await watching;
  }
  return least;
}

export async function gatewaysAreBack(campaign: Campaign, wanted = 2): Promise<void> {
  const isBack = async (): Promise<boolean> => (await availableGateways(campaign)).every((count) => count === wanted);
  await eventually(isBack, { timeoutMs: 60_000 });
}

/** As docs/OPERATING.md says it. */
export async function scale({ plane }: Campaign, kinds: string, selector: string, replicas: number): Promise<void> {
  await plane.kubectl(['-n', NAMESPACE, 'scale', kinds, '-l', selector, `--replicas=${replicas}`]);
}

/** How many gateways are available, by network. */
async function availableGateways({ plane }: Campaign): Promise<number[]> {
  const words = ['get', 'deployments', '-l', 'app.kubernetes.io/component=api-gateway', '-o', 'json'];
  const { items } = JSON.parse(await plane.kubectl(['-n', NAMESPACE, ...words])) as {
    readonly items: readonly { readonly status: { readonly availableReplicas?: number } }[];
  };
  return items.map(({ status }) => status.availableReplicas ?? 0);
}

/** Throws unless so many gateways of each network were available all the time. */
export function expectAvailable(least: number, wanted: number): string {
  if (least < wanted) throw new Error(`only ${least} gateways of a network were available, not ${wanted}`);
  return `at least ${least} gateways of each network were available all the time`;
}

/** The version of the tables that the chart names. */
export function tablesOfChart(): number {
  const text = readFileSync(join(chartFolder, 'Chart.yaml'), 'utf8');
  return Number(/schema-version: "(\d+)"/.exec(text)?.[1]);
}
