import { eventually } from '@tonriver/testing';
import { chartFolder, sizes } from './chart.ts';
import {
  type Campaign,
  expectAvailable,
  gatewaysAreBack,
  helmUpgrade,
  leastAvailable,
  marks,
  MEDIUM,
  RELEASE,
  state,
  waiting,
} from './release.ts';
import { FAILING_TAG, NAMESPACE } from './simulated-cluster.ts';

/** Helm cannot know that the Job has failed, so that every second of it is waited for. */
const FAILING_SECONDS = 30;
/** A busy machine is slow to make the Jobs. */
const LOOK_MS = 120_000;

/** Looks as docs/OPERATING.md says: `get jobs` says at once what helm does not. */
export async function failMigration(campaign: Campaign): Promise<string> {
  const { plane } = campaign;
  const began = performance.now();
  const seconds = (): number => Math.round((performance.now() - began) / 1000);
  let [seenAfter, helmAfter] = [0, 0];
  const upgrade = async (): Promise<void> => {
    const words = ['upgrade', RELEASE, chartFolder, '-n', NAMESPACE, ...waiting(`${FAILING_SECONDS}s`)];
    const { status, complaints } = await plane.tryHelm([...words, ...MEDIUM, '--set', `image.tag=${FAILING_TAG}`]);
    helmAfter = seconds();
    if (status === 0) throw new Error('helm took a migration that failed for a good one');
    if (!/timed out|deadline exceeded|not ready/.test(complaints)) throw new Error(complaints);
  };
  const look = async (): Promise<void> => {
    const jobs = ['get', 'jobs', '-l', 'app.kubernetes.io/instance=tonriver,app.kubernetes.io/component=migrate'];
    const failed = async (): Promise<boolean> =>
      (await plane.kubectl(['-n', NAMESPACE, ...jobs])).split('\n').filter((line) => / Failed /.test(line)).length ===
      2;
    await eventually(failed, { timeoutMs: LOOK_MS });
    seenAfter = seconds();
    const one = `app.kubernetes.io/component=migrate,tonriver.io/network=mainnet`;
    await plane.kubectl(['-n', NAMESPACE, 'wait', 'job', '-l', one, '--for=condition=Failed', '--timeout=10s']);
  };
  const least = await leastAvailable(campaign, async () => void (await Promise.all([upgrade(), look()])));
  if (helmAfter < FAILING_SECONDS) throw new Error(`helm ended after ${helmAfter} s: docs/OPERATING.md says otherwise`);
  await plane.helm(['rollback', RELEASE, '-n', NAMESPACE, ...waiting()]);
  const back = await state(campaign, '1.0.1');
  const times = `the Jobs were Failed after ${seenAfter} s, helm ended after ${helmAfter} s`;
  return `${times}; ${expectAvailable(least, 2)}; after the roll-back ${back}`;
}

/** Three gateways without an autoscaler, whose smallest number is two. */
export async function switchAutoscalingOn(campaign: Campaign): Promise<string> {
  const gateways = ['--set', 'image.tag=1.0.0', '--set', 'services.api-gateway.replicas=3'];
  await helmUpgrade(campaign, [...gateways, '--set', 'services.api-gateway.autoscaling.enabled=false']);
  await gatewaysAreBack(campaign, 3);
  const least = await leastAvailable(campaign, async () => {
    await helmUpgrade(campaign, gateways);
    // A second one: what the first wrote into the text must stay there.
    await helmUpgrade(campaign, [...gateways, '--set', 'logLevel=debug']);
  });
  return expectAvailable(least, 3);
}

/** A release that grows. */
const GROWING = 'growing';
const SMALL = [...sizes['small']!, '--set=networks[0].name=mainnet,networks[0].archive.existingClaim=archive-mainnet'];
const LARGE = sizes['large']!;

function sized(words: readonly string[]): string[] {
  return ['upgrade', '--install', GROWING, chartFolder, '-n', NAMESPACE, ...waiting(), ...words];
}

export async function refuseOtherSize(campaign: Campaign): Promise<string> {
  await campaign.plane.helm(sized(SMALL));
  const before = await marks(campaign);
  const small = await refusal(campaign, MEDIUM);
  const disk = (asked: string): string =>
    `services.state-resolver.cells.size: "${asked}" cannot be had, because the disk of growing-mainnet-state-resolver ` +
    'was made with "10Gi"; keep that';
  expectProblems(small, [disk('50Gi')]);
  const storage = '--set=tryOut.clickhouse.storage=99Gi,kafka.rawPartitions=9';
  expectProblems(await refusal(campaign, [...SMALL, storage]), [
    'tryOut.clickhouse.storage: "99Gi" cannot be had, because the disk of growing-clickhouse was made with "50Gi"',
    'kafka.rawPartitions: 9 cannot be had, because the topic of mainnet was made with 8; keep that',
  ]);
  const after = await marks(campaign);
  if (after !== before) throw new Error(`before:\n${before}\nafter:\n${after}`);
  return small.find((line) => line.includes('cells.size'))!;
}

export async function growInSize(campaign: Campaign): Promise<string> {
  const { plane } = campaign;
  // Kubernetes has this size as 10Gi.
  await plane.helm(sized([...MEDIUM, '--set=services.state-resolver.cells.size=10240Mi']));
  expectProblems(await refusal(campaign, LARGE), [
    'kafka.rawPartitions: 32 cannot be had, because the topic of mainnet was made with 8; keep that',
  ]);
  // A larger disk is a new one: its StatefulSet and its claim go first.
  const resolvers = ['-l', 'app.kubernetes.io/instance=growing,app.kubernetes.io/component=state-resolver'];
  await plane.kubectl(['-n', NAMESPACE, 'delete', 'statefulset,pvc', ...resolvers]);
  await plane.helm(sized([...LARGE, '--set=kafka.rawPartitions=8,services.parser.replicas=8']));
  const path = '-o=jsonpath={range .items[*]}{.spec.resources.requests.storage} {end}';
  const disks = await plane.kubectl(['-n', NAMESPACE, 'get', 'pvc', ...resolvers, path]);
  await plane.helm(['uninstall', GROWING, '-n', NAMESPACE, '--wait', '--timeout', '2m']);
  if (disks.trim() !== '500Gi 500Gi') throw new Error(`disks: ${disks}`);
  return `disks of 10Gi were kept at medium; at large they were exchanged: ${disks.trim()}`;
}

/** The lines with which the chart refuses an upgrade. */
async function refusal({ plane }: Campaign, words: readonly string[]): Promise<string[]> {
  const { status, complaints } = await plane.tryHelm(sized(words));
  if (status === 0) throw new Error('helm took it');
  return complaints.split('\n').filter((line) => line.startsWith('- '));
}

function expectProblems(said: readonly string[], problems: readonly string[]): void {
  for (const problem of problems) {
    if (!said.some((line) => line.includes(problem))) throw new Error(`not said: ${problem}\nbut:\n${said.join('\n')}`);
  }
}
