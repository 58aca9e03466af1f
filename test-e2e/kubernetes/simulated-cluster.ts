/** A tag of which nothing becomes ready and the migration fails: `kwok-stages.yaml` says so. */
export const FAILING_TAG = '1.0.2-fails';

/** The namespace of the campaign. */
export const NAMESPACE = 'indexer';

const capacity = { cpu: '32', memory: '128Gi', pods: '110', 'ephemeral-storage': '200Gi' };
const STORAGE = 'simulated';

const nodes = [1, 2, 3].map((number) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: {
    name: `node-${number}`,
    annotations: { 'kwok.x-k8s.io/node': 'fake', 'node.alpha.kubernetes.io/ttl': '0' },
    labels: {
      'kubernetes.io/hostname': `node-${number}`,
      'kubernetes.io/os': 'linux',
      'topology.kubernetes.io/zone': `zone-${number}`,
    },
  },
  spec: {},
  status: { capacity, allocatable: capacity },
}));

const namespace = {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: {
    name: NAMESPACE,
    labels: Object.fromEntries(
      ['enforce', 'warn', 'audit'].map((mode) => [`pod-security.kubernetes.io/${mode}`, 'restricted']),
    ),
  },
};

const storageClass = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: STORAGE, annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
  provisioner: 'kubernetes.io/no-provisioner',
  volumeBindingMode: 'WaitForFirstConsumer',
};

const volumes = Array.from({ length: 12 }, (_, index) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: `volume-${index + 1}` },
  spec: {
    capacity: { storage: '1Ti' },
    accessModes: ['ReadWriteOnce', 'ReadOnlyMany'],
    storageClassName: STORAGE,
    hostPath: { path: `/volumes/${index + 1}` },
  },
}));

/** The claims that `k8s/addresses-example.yaml` names. */
const archives = ['mainnet', 'testnet'].map((network) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: `archive-${network}`, namespace: NAMESPACE },
  spec: { accessModes: ['ReadOnlyMany'], resources: { requests: { storage: '10Gi' } } },
}));

/** A cluster before a release comes: three nodes in three zones, a namespace, disks. */
export const simulatedCluster = {
  apiVersion: 'v1',
  kind: 'List',
  items: [...nodes, namespace, storageClass, ...volumes, ...archives],
};

/** A pod that PodSecurity "restricted" refuses. */
export const unsafePod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'unsafe', namespace: NAMESPACE },
  spec: { containers: [{ name: 'unsafe', image: 'unsafe:1' }] },
};
