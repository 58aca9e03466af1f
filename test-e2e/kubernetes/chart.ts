import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@tonriver/testing';
import { parse, parseAllDocuments } from 'yaml';

export const chartFolder = join(repositoryRoot, 'k8s', 'chart');
export const exampleAddresses = join(repositoryRoot, 'k8s', 'addresses-example.yaml');

/** Values for which the chart is rendered: every size, and everything that is off by default. */
export const sizes: Readonly<Record<string, readonly string[]>> = {
  small: ['-f', join(chartFolder, 'values-small.yaml')],
  medium: ['-f', join(chartFolder, 'values-medium.yaml'), '-f', exampleAddresses],
  large: ['-f', join(chartFolder, 'values-large.yaml'), '-f', exampleAddresses],
};
export const everythingOn: readonly string[] = [
  ...sizes['large']!,
  '--set=ingress.enabled=true,ingress.tlsSecret=certificate',
  '--set=gatewayApi.enabled=true,gatewayApi.parentRefs[0].name=public',
  '--set=trustedCertificates.existingConfigMap=authorities',
];

/** A service in the chart's own table. */
export interface ServiceFacts {
  readonly kind: 'Deployment' | 'StatefulSet';
  readonly isSingle?: boolean;
  readonly isServer?: boolean;
  readonly settings: readonly string[];
}

/** Services whose pods the chart makes: `files/services.yaml`. */
export function chartServices(): Readonly<Record<string, ServiceFacts>> {
  return parse(readFileSync(join(chartFolder, 'files', 'services.yaml'), 'utf8')) as Record<string, ServiceFacts>;
}

interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef: { readonly name: string; readonly key: string } };
}

interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string };
  readonly initialDelaySeconds?: number;
  readonly periodSeconds?: number;
  readonly timeoutSeconds?: number;
  readonly failureThreshold?: number;
}

interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: readonly Variable[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string; readonly readOnly?: boolean }[];
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly resources: Readonly<Record<'requests' | 'limits', Readonly<Record<string, string>>>>;
  readonly securityContext: Readonly<Record<string, unknown>>;
}

interface PodSpec {
  readonly containers: readonly [Container, ...Container[]];
  readonly initContainers?: readonly Container[];
  readonly volumes?: readonly Readonly<Record<string, unknown>>[];
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly serviceAccountName: string;
  readonly terminationGracePeriodSeconds?: number;
  readonly [other: string]: unknown;
}

interface Pod {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: PodSpec;
}

/** An object of Kubernetes, as far as tests look at it. */
export interface Manifest {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec: {
    readonly template?: Pod;
    readonly [other: string]: unknown;
  };
}

/** A pod with the object that makes it. */
export interface Workload extends Pod {
  readonly of: string;
  readonly component: string;
  readonly network: string | undefined;
}

/** Runs helm and returns what it wrote. */
export function runHelm(helm: string, words: readonly string[]): { readonly status: number; readonly output: string } {
  const { status, stdout, stderr } = spawnSync(helm, words, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  return { status: status ?? -1, output: status === 0 ? stdout : stderr };
}

/** The text that the chart renders to. */
export function chartText(helm: string, words: readonly string[], folder = chartFolder): string {
  const { status, output } = runHelm(helm, ['template', 'tonriver', folder, ...words]);
  if (status !== 0) throw new Error(output);
  return output;
}

/** Returns the message by which the chart refuses values. */
export function chartRefusal(helm: string, words: readonly string[]): string {
  const { status, output } = runHelm(helm, ['template', 'tonriver', chartFolder, ...words]);
  return status === 0 ? '' : output;
}

export function manifestsOf(text: string): Manifest[] {
  return parseAllDocuments(text)
    .map((document) => {
      if (document.errors.length > 0) throw document.errors[0]!;
      return document.toJS() as Manifest | null;
    })
    .filter((manifest) => manifest !== null);
}

/** Every pod that these objects make; a test's pod is an object itself. */
export function workloadsOf(manifests: readonly Manifest[]): Workload[] {
  return manifests.flatMap(({ kind, metadata, spec }) => {
    const pod = kind === 'Pod' ? { metadata, spec: spec as unknown as PodSpec } : spec?.template;
    if (pod === undefined) return [];
    const { labels } = pod.metadata;
    const component = labels['app.kubernetes.io/component'] ?? '';
    return [{ ...pod, of: `${kind}/${metadata.name}`, component, network: labels['tonriver.io/network'] }];
  });
}
