import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, goTool, temporaryDirectory } from '@tonriver/testing';
import { failMigration, growInSize, refuseOtherSize, switchAutoscalingOn } from './campaign-changes.ts';
import { chartFolder, chartText, everythingOn, sizes } from './chart.ts';
import { startControlPlane } from './control-plane.ts';
import { controlPlaneFiles } from './control-plane-tools.ts';
import { kubernetesSchemas } from './kubernetes-schemas.ts';
import {
  type Campaign,
  everyPodReady,
  expectAvailable,
  expectNewJobs,
  gatewaysAreBack,
  helmUpgrade,
  jobNames,
  leastAvailable,
  marks,
  MEDIUM,
  RELEASE,
  scale,
  state,
  type Step,
  tablesOfChart,
  waiting,
} from './release.ts';
import { runTool } from './run-tool.ts';
import { NAMESPACE, simulatedCluster, unsafePod } from './simulated-cluster.ts';

/** The steps in their order; each goes on where the one before it ended. */
const campaignSteps: Readonly<Record<string, Step>> = {
  'the server takes every size, two networks and everything that is off by default': takeEverySize,
  'kubeconform knows every field': validateFields,
  'PodSecurity "restricted" is in force': refuseUnsafePod,
  'install waits until everything is ready and the tables are migrated': install,
  'upgrade with another image and other settings, the same tables': upgradeSameTables,
  'a migration that fails stops the upgrade, and the release before comes back': failMigration,
  'upgrade with other tables, all services stopped before it': upgradeOtherTables,
  'an upgrade that changes nothing replaces nothing': upgradeWithoutChange,
  'rollback to the first revision': rollBack,
  'drain of every node, one after the other': drainEveryNode,
  'drain is refused when a budget allows none': refuseDrain,
  'an autoscaler that is switched on lets no pod go': switchAutoscalingOn,
  'uninstall leaves only the claims': uninstall,
  'another size is refused while disks or partitions differ, and nothing changes': refuseOtherSize,
  'from small to medium to large with what docs/OPERATING.md says': growInSize,
};

/** Runs the steps on a control plane of its own. Returns false when one failed; the others are left out then. */
export async function runCampaign(say: (line: string) => void): Promise<boolean> {
  const folder = temporaryDirectory();
  const plane = await startControlPlane();
  try {
    await plane.kubectl(['apply', '--server-side', '-f', controlPlaneFiles.httpRoutes]);
    await plane.kubectl(['apply', '-f', '-'], JSON.stringify(simulatedCluster));
    const campaign = { plane, folder: folder.path, helmFile: await goTool('helm') };
    for (const [name, step] of Object.entries(campaignSteps)) {
      const began = performance.now();
      const seconds = (): string => `${((performance.now() - began) / 1000).toFixed(1)} s`;
      try {
        say(`ok      ${name}: ${await step(campaign)} (${seconds()})`);
      } catch (error) {
        say(`FAILED  ${name} (${seconds()}): ${error instanceof Error ? error.message : String(error)}`);
        return false;
      }
    }
    return true;
  } finally {
    await plane.stop();
    folder.remove();
  }
}

async function takeEverySize({ plane, helmFile }: Campaign): Promise<string> {
  const counts: string[] = [];
  for (const [name, words] of Object.entries({ ...sizes, 'everything on': everythingOn })) {
    const text = chartText(helmFile, ['--namespace', NAMESPACE, '--skip-tests', ...words]);
    // The pod of `helm test` needs an account that is there already.
    const tried = ['apply', '--dry-run=server', '--validate=strict', '-n', NAMESPACE, '-f', '-'];
    const { status, output, complaints } = await plane.tryKubectl(tried, text);
    // The namespace warns of what "restricted" would refuse.
    if (status !== 0 || complaints !== '') throw new Error(`${name}: ${complaints}`);
    counts.push(`${name} ${output.trim().split('\n').length} objects`);
  }
  return counts.join(', ');
}

async function validateFields({ plane, helmFile, folder }: Campaign): Promise<string> {
  const schemas = join(folder, 'schemas');
  mkdirSync(schemas);
  const known = JSON.parse(await plane.kubectl(['get', '--raw', '/openapi/v2'])) as object;
  for (const [file, schema] of kubernetesSchemas(known)) writeFileSync(join(schemas, file), JSON.stringify(schema));
  const location = join(schemas, '{{ .ResourceKind }}{{ .KindSuffix }}.json');
  const said: string[] = [];
  for (const [name, words] of Object.entries({ ...sizes, 'everything on': everythingOn })) {
    const options = ['-strict', '-summary', '-schema-location', location];
    const input = chartText(helmFile, words);
    const { status, output } = await runTool(await goTool('kubeconform'), options, { input });
    if (status !== 0) throw new Error(`${name}: ${output}`);
    said.push(`${name}: ${output.trim().replace(/^Summary: /, '')}`);
  }
  const options = ['-strict', '-schema-location', location];
  const input = chartText(helmFile, MEDIUM).replaceAll('terminationGracePeriodSeconds', 'terminationGraceSeconds');
  const { status } = await runTool(await goTool('kubeconform'), options, { input });
  if (status === 0) throw new Error('it took a field that does not exist');
  return said.at(-1)!;
}

async function refuseUnsafePod({ plane }: Campaign): Promise<string> {
  const { status, complaints } = await plane.tryKubectl(['apply', '-f', '-'], JSON.stringify(unsafePod));
  if (status === 0 || !complaints.includes('violates PodSecurity "restricted'))
    throw new Error('it took an unsafe pod');
  return 'a pod without a security context is refused';
}

async function install(campaign: Campaign): Promise<string> {
  const { plane, helmFile } = campaign;
  await helmUpgrade(campaign, ['--set', 'image.tag=1.0.0']);
  const tests = chartText(helmFile, [
    ...MEDIUM,
    '--namespace',
    NAMESPACE,
    '--show-only',
    'templates/tests/gateway.yaml',
  ]);
  await plane.kubectl(['apply', '--dry-run=server', '--validate=strict', '-n', NAMESPACE, '-f', '-'], tests);
  // The autoscalers raise the number of gateways to their smallest one.
  await gatewaysAreBack(campaign);
  return await state(campaign, '1.0.0');
}

async function upgradeSameTables(campaign: Campaign): Promise<string> {
  const before = await jobNames(campaign);
  const settings = ['--set', 'services.api-gateway.settings.QUERIES_MAX=16', '--set', 'logLevel=debug'];
  const least = await leastAvailable(campaign, () => helmUpgrade(campaign, ['--set', 'image.tag=1.0.1', ...settings]));
  await expectNewJobs(campaign, before, `migrate-${tablesOfChart()}-`);
  return `${await state(campaign, '1.0.1')}; ${expectAvailable(least, 2)}`;
}

async function upgradeOtherTables(campaign: Campaign): Promise<string> {
  const before = await jobNames(campaign);
  const chart = join(campaign.folder, 'chart');
  cpSync(chartFolder, chart, { recursive: true });
  const file = join(chart, 'Chart.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/(schema-version: )"\d+"/, `$1"${tablesOfChart() + 1}"`));
  await scale(campaign, 'deployment,statefulset', 'app.kubernetes.io/instance=tonriver,tonriver.io/network', 0);
  await helmUpgrade(campaign, ['--set', 'image.tag=1.1.0'], chart);
  await scale(campaign, 'deployment', 'app.kubernetes.io/component in (api-gateway,get-method-executor)', 2);
  await gatewaysAreBack(campaign);
  await expectNewJobs(campaign, before, `migrate-${tablesOfChart() + 1}-`);
  return await state(campaign, '1.1.0');
}

async function upgradeWithoutChange(campaign: Campaign): Promise<string> {
  const before = await marks(campaign);
  await helmUpgrade(campaign, ['--set', 'image.tag=1.1.0'], join(campaign.folder, 'chart'));
  const after = await marks(campaign);
  if (after !== before) throw new Error(`before:\n${before}\nafter:\n${after}`);
  return `${before.trim().split('\n').length} workloads and pods are the same`;
}

async function rollBack(campaign: Campaign): Promise<string> {
  const before = await jobNames(campaign);
  await campaign.plane.helm(['rollback', RELEASE, '1', '-n', NAMESPACE, ...waiting()]);
  await expectNewJobs(campaign, before, `migrate-${tablesOfChart()}-`);
  return await state(campaign, '1.0.0');
}

async function drainEveryNode(campaign: Campaign): Promise<string> {
  const { plane } = campaign;
  const nodes = (await plane.kubectl(['get', 'nodes', '-o=jsonpath={.items[*].metadata.name}'])).split(' ');
  let moved = 0;
  const least = await leastAvailable(campaign, async () => {
    for (const node of nodes) {
      const said = await plane.kubectl(['drain', node, '--delete-emptydir-data', '--timeout=150s']);
      moved += said.split('\n').filter((line) => line.endsWith(' evicted')).length;
      await plane.kubectl(['uncordon', node]);
      await everyPodReady(campaign);
    }
  });
  return `${moved} pods moved from ${nodes.length} nodes; ${expectAvailable(least, 1)}`;
}

async function refuseDrain(campaign: Campaign): Promise<string> {
  const { plane } = campaign;
  await helmUpgrade(campaign, ['--set', 'image.tag=1.0.0', '--set', 'services.api-gateway.maxUnavailable=0']);
  const selector = 'app.kubernetes.io/component=api-gateway';
  const [node = ''] = (
    await plane.kubectl(['-n', NAMESPACE, 'get', 'pods', '-l', selector, '-o=jsonpath={.items[*].spec.nodeName}'])
  ).split(' ');
  const { status, complaints } = await plane.tryKubectl(['drain', node, '--delete-emptydir-data', '--timeout=8s']);
  await plane.kubectl(['uncordon', node]);
  if (status === 0) throw new Error('the budget was not respected');
  if (!complaints.includes("violate the pod's disruption budget")) throw new Error(complaints);
  return "the gateway's pod stays";
}

async function uninstall({ plane }: Campaign): Promise<string> {
  await plane.helm(['uninstall', RELEASE, '-n', NAMESPACE, '--wait', '--timeout', '2m']);
  const kinds = 'deployments,statefulsets,jobs,pods,services,networkpolicies,poddisruptionbudgets,serviceaccounts,pvc';
  const owned = ['-l', 'app.kubernetes.io/instance=tonriver', '-o', 'name'];
  const left = async (): Promise<string[]> =>
    (await plane.kubectl(['-n', NAMESPACE, 'get', kinds, ...owned])).split('\n').filter((line) => line !== '');
  await eventually(async () => (await left()).every((name) => name.startsWith('persistentvolumeclaim/')), {
    timeoutMs: 60_000,
  });
  return (await left()).join(', ');
}
