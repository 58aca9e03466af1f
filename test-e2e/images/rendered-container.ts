import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@tonriver/testing';
import type { Workload } from '../kubernetes/chart.ts';
import type { ContainerPlan } from './container.ts';

type KubernetesContainer = Workload['spec']['containers'][0];

/** What stands in for the cluster in which the containers of the chart would run. */
export interface Cluster {
  /** Secret → key → value. */
  readonly secrets: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** `http://SERVICE:PORT` of the cluster → the address that leads there on this machine. */
  readonly addresses: ReadonlyMap<string, string>;
  /** A folder for the volumes that the cluster would make. */
  readonly volumes: string;
}

/** A container as the chart renders it, on the network of this machine. */
export interface RenderedContainer extends ContainerPlan {
  readonly container: KubernetesContainer;
  /** Name of a port → where it is on this machine. */
  readonly ports: ReadonlyMap<string, number>;
  /** How long a stop may take before Kubernetes kills it. */
  readonly graceSeconds: number;
}

/** By default Kubernetes waits so long. */
const GRACE_SECONDS = 30;

/**
 * Says in words of podman what the chart says in those of Kubernetes. Only addresses and ports are changed: all
 * containers share the network of this machine.
 *
 * @param changed settings to be added or replaced
 */
export async function renderedContainer(
  workload: Workload,
  cluster: Cluster,
  changed: Readonly<Record<string, string>> = {},
): Promise<RenderedContainer> {
  const { spec } = workload;
  const [container] = spec.containers;
  const ports = new Map<string, number>();
  const moved = new Map<number, number>();
  for (const { name, containerPort } of container.ports ?? []) {
    ports.set(name, await freePort());
    moved.set(containerPort, ports.get(name)!);
  }
  return {
    name: workload.component,
    image: container.image,
    words: (container.args ?? []).map((word) => withAddresses(word, cluster)),
    environment: { ...environmentOf(container, cluster, moved), ...changed },
    options: [
      ...entryPointOf(container),
      ...rightsOf(workload),
      ...limitsOf(container),
      ...mountsOf(workload, cluster),
    ],
    container,
    ports,
    graceSeconds: spec.terminationGracePeriodSeconds ?? GRACE_SECONDS,
  };
}

function environmentOf(
  { env = [] }: KubernetesContainer,
  cluster: Cluster,
  moved: ReadonlyMap<number, number>,
): Record<string, string> {
  const settings = env.map(({ name, value, valueFrom }): [string, string] => {
    if (valueFrom !== undefined) {
      const { name: secret, key } = valueFrom.secretKeyRef;
      const known = cluster.secrets[secret]?.[key];
      if (known === undefined) throw new Error(`${name} is to come from ${key} of the Secret ${secret}: there is none`);
      return [name, known];
    }
    const port = name.endsWith('_PORT') ? moved.get(Number(value)) : undefined;
    return [name, port === undefined ? withAddresses(value ?? '', cluster) : String(port)];
  });
  return Object.fromEntries(settings);
}

function withAddresses(text: string, { addresses }: Cluster): string {
  let changed = text;
  for (const [inCluster, here] of addresses) changed = changed.replaceAll(inCluster, here);
  return changed;
}

function entryPointOf({ command }: KubernetesContainer): string[] {
  return command === undefined ? [] : ['--entrypoint', JSON.stringify(command)];
}

/** User, rights and root folder. A field that is not known here is an error: nothing is left out in silence. */
function rightsOf({ spec }: Workload): string[] {
  const { runAsUser, runAsGroup, fsGroup, seccompProfile, runAsNonRoot, ...others } = spec.securityContext as PodRights;
  const rights = spec.containers[0].securityContext as ContainerRights;
  const { allowPrivilegeEscalation, readOnlyRootFilesystem, capabilities, ...otherRights } = rights;
  const unknown = Object.keys({ ...others, ...otherRights }).filter((field) => field !== 'fsGroupChangePolicy');
  if (unknown.length > 0 || seccompProfile?.type !== 'RuntimeDefault' || runAsNonRoot !== true) {
    throw new Error(`podman is not told of ${unknown.join(', ')} or the profile of system calls`);
  }
  return [
    `--user=${runAsUser}:${runAsGroup}`,
    ...(fsGroup === undefined ? [] : [`--group-add=${fsGroup}`]),
    ...(allowPrivilegeEscalation ? [] : ['--security-opt=no-new-privileges']),
    ...(readOnlyRootFilesystem ? ['--read-only', '--read-only-tmpfs=false'] : []),
    ...(capabilities?.drop ?? []).map((name) => `--cap-drop=${name.toLowerCase()}`),
    // Kubernetes has probes of its own.
    '--no-healthcheck',
  ];
}

interface PodRights {
  readonly runAsNonRoot?: boolean;
  readonly runAsUser?: number;
  readonly runAsGroup?: number;
  readonly fsGroup?: number;
  readonly seccompProfile?: { readonly type: string };
}

interface ContainerRights {
  readonly allowPrivilegeEscalation?: boolean;
  readonly readOnlyRootFilesystem?: boolean;
  readonly capabilities?: { readonly drop?: readonly string[] };
}

function limitsOf({ resources }: KubernetesContainer): string[] {
  const { memory, cpu } = resources.limits;
  return [
    // 1Gi in Kubernetes is 1g in podman.
    ...(memory === undefined ? [] : [`--memory=${memory.replace(/i$/, '').toLowerCase()}`]),
    ...(cpu === undefined ? [] : [`--cpus=${cpu}`]),
  ];
}

function mountsOf({ of, spec }: Workload, { volumes }: Cluster): string[] {
  const known = new Map((spec.volumes ?? []).map((volume) => [volume['name'], volume]));
  const { fsGroup = 0 } = spec.securityContext as PodRights;
  /** A volume that the cluster makes for a group. The claim of a StatefulSet stays when its pod is replaced. */
  const made = (name: string): string => {
    const path = join(volumes, `${of.replace('/', '-')}-${name}`);
    mkdirSync(path, { recursive: true });
    chownSync(path, 0, fsGroup);
    chmodSync(path, 0o2775);
    return path;
  };
  return (spec.containers[0].volumeMounts ?? []).flatMap(({ name, mountPath, readOnly }) => {
    const volume = known.get(name);
    if (volume !== undefined && 'emptyDir' in volume) return ['--tmpfs', `${mountPath}:${sizeOf(volume['emptyDir'])}`];
    const folder =
      volume !== undefined && 'hostPath' in volume ? (volume['hostPath'] as { path: string }).path : made(name);
    return ['--volume', `${folder}:${mountPath}${readOnly ? ':ro' : ''}`];
  });
}

function sizeOf(emptyDir: unknown): string {
  const { sizeLimit } = emptyDir as { readonly sizeLimit?: string };
  return sizeLimit === undefined ? 'rw' : `rw,size=${sizeLimit.replace(/i$/, '').toLowerCase()}`;
}
