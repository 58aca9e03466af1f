import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, freePort, goTool, startSupervised, temporaryDirectory } from '@tonriver/testing';
import { makeCertificates } from './certificates.ts';
import { controlPlaneFiles } from './control-plane-tools.ts';
import { outputOf, runTool, type ToolResult } from './run-tool.ts';

/** A busy machine starts the programs slowly. */
const READY_MS = 3 * 60_000;

/** A real control plane on loopback. Its nodes are simulated: a pod is ready at once, and no container starts. */
export interface ControlPlane {
  /** Returns the output of kubectl; throws when it fails. */
  kubectl(words: readonly string[], input?: string): Promise<string>;
  /** Runs kubectl, whatever becomes of it. */
  tryKubectl(words: readonly string[], input?: string): Promise<ToolResult>;
  /** Returns the output of helm; throws when it fails. */
  helm(words: readonly string[]): Promise<string>;
  /** Runs helm, whatever becomes of it. */
  tryHelm(words: readonly string[]): Promise<ToolResult>;
  stop(): Promise<void>;
}

interface Program {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
}

export async function startControlPlane(): Promise<ControlPlane> {
  const folder = temporaryDirectory();
  const certificates = await makeCertificates(join(folder.path, 'certificates'));
  const [etcdPort, peerPort, port, managerPort, schedulerPort, kwokPort] = await freePorts(6);
  const configs = {
    admin: certificates.kubeconfig('admin', port!),
    manager: certificates.kubeconfig('manager', port!),
    scheduler: certificates.kubeconfig('scheduler', port!),
  };
  const etcd = `http://127.0.0.1:${etcdPort}`;
  const peer = `http://127.0.0.1:${peerPort}`;
  const started: { end(signal: 'SIGTERM'): Promise<void> }[] = [];
  const start = async ({ name, command }: Program): Promise<void> => {
    const directory = join(folder.path, name);
    mkdirSync(directory);
    started.unshift(await startSupervised({ name, command, directory }));
  };
  const stop = async (): Promise<void> => {
    // The last one first: the store goes when nobody writes to it any more.
    for (const program of started) await program.end('SIGTERM');
    folder.remove();
  };
  const helmFile = await goTool('helm');
  const tryKubectl = (words: readonly string[], input?: string): Promise<ToolResult> =>
    runTool(controlPlaneFiles.kubectl, ['--kubeconfig', configs.admin, ...words], input === undefined ? {} : { input });
  const plane: ControlPlane = {
    tryKubectl,
    kubectl: (words, input) =>
      outputOf(
        controlPlaneFiles.kubectl,
        ['--kubeconfig', configs.admin, ...words],
        input === undefined ? {} : { input },
      ),
    helm: (words) => outputOf(helmFile, ['--kubeconfig', configs.admin, ...words]),
    tryHelm: (words) => runTool(helmFile, ['--kubeconfig', configs.admin, ...words]),
    stop,
  };
  try {
    await start({
      name: 'etcd',
      command: [
        controlPlaneFiles.etcd,
        `--data-dir=${join(folder.path, 'etcd-data')}`,
        `--listen-client-urls=${etcd}`,
        `--advertise-client-urls=${etcd}`,
        `--listen-peer-urls=${peer}`,
        `--initial-advertise-peer-urls=${peer}`,
        `--initial-cluster=default=${peer}`,
      ],
    });
    await start({
      name: 'apiserver',
      command: [
        controlPlaneFiles.apiserver,
        '--bind-address=127.0.0.1',
        '--advertise-address=127.0.0.1',
        `--secure-port=${port}`,
        `--etcd-servers=${etcd}`,
        ...certificates.apiserverOptions,
        '--service-cluster-ip-range=10.96.0.0/16',
        '--authorization-mode=Node,RBAC',
        '--enable-admission-plugins=NodeRestriction',
        '--endpoint-reconciler-type=none',
        `--cert-dir=${join(folder.path, 'apiserver')}`,
      ],
    });
    await eventually(async () => (await tryKubectl(['get', '--raw', '/readyz'])).status === 0, { timeoutMs: READY_MS });
    const asClient = (config: string): string[] =>
      ['kubeconfig', 'authentication-kubeconfig', 'authorization-kubeconfig'].map((name) => `--${name}=${config}`);
    await start({
      name: 'controller-manager',
      command: [
        controlPlaneFiles.controllerManager,
        '--bind-address=127.0.0.1',
        `--secure-port=${managerPort}`,
        ...asClient(configs.manager),
        ...certificates.managerOptions,
        '--use-service-account-credentials=true',
        '--leader-elect=false',
        `--cert-dir=${join(folder.path, 'controller-manager')}`,
      ],
    });
    await start({
      name: 'scheduler',
      command: [
        controlPlaneFiles.scheduler,
        '--bind-address=127.0.0.1',
        `--secure-port=${schedulerPort}`,
        ...asClient(configs.scheduler),
        '--leader-elect=false',
        `--cert-dir=${join(folder.path, 'scheduler')}`,
      ],
    });
    await start({
      name: 'kwok',
      command: [
        await goTool('kwok'),
        `--kubeconfig=${configs.admin}`,
        '--manage-all-nodes=true',
        `--config=${join(import.meta.dirname, 'kwok-stages.yaml')}`,
        `--server-address=127.0.0.1:${kwokPort}`,
        '--node-lease-duration-seconds=40',
      ],
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return plane;
}

async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}
