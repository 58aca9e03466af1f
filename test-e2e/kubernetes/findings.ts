/** Findings of linters that are left as they are. */
export interface Finding {
  readonly finding: string;
  /** Names of the checks, by linter. */
  readonly checks: { readonly checkov?: string; readonly 'kube-score'?: string };
  readonly reason: string;
}

/** The check of kube-score that has an option of its own. */
export const CPU_LIMIT = 'container-resources (limit of processor time)';

export const findings: readonly Finding[] = [
  {
    finding: 'no limit of processor time',
    checks: { checkov: 'CKV_K8S_11', 'kube-score': CPU_LIMIT },
    reason: 'A limit slows a pod down beside an idle processor. Requests share a busy one fairly.',
  },
  {
    finding: 'images are not fetched at every start',
    checks: { checkov: 'CKV_K8S_15', 'kube-score': 'container-image-pull-policy' },
    reason:
      'Tags are not moved (the schema refuses `latest`). A pod starts again on its node while the registry is away. `image.pullPolicy` changes it.',
  },
  {
    finding: 'users and groups below 10,000',
    checks: { checkov: 'CKV_K8S_40', 'kube-score': 'container-security-context-user-group-id' },
    reason: 'The images have these users, and folders that belong to them: 1000 in ours, others in those of a try-out.',
  },
  {
    finding: 'images without a digest',
    checks: { checkov: 'CKV_K8S_43' },
    reason: '`image.digest` takes one. This repository does not publish the image, so it cannot know it.',
  },
  {
    finding: 'secrets in environment variables',
    checks: { checkov: 'CKV_K8S_35' },
    reason: 'All settings of the programs are variables. Their values are never logged, and a pod runs one program.',
  },
  {
    finding: 'no anti-affinity between pods',
    checks: { 'kube-score': 'deployment-has-host-podantiaffinity' },
    reason: 'The topology spread does it, over nodes and zones.',
  },
  {
    finding: 'few replicas',
    checks: { 'kube-score': 'deployment-replicas' },
    reason: '`values-small.yaml` has one pod of everything on purpose.',
  },
];
