import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outputOf } from './run-tool.ts';

type Client = 'admin' | 'manager' | 'scheduler';

/** The name and groups of a client, as Kubernetes reads them from a certificate. */
const SUBJECTS: Readonly<Record<Client, string>> = {
  admin: '/O=system:masters/CN=admin',
  manager: '/CN=system:kube-controller-manager',
  scheduler: '/CN=system:kube-scheduler',
};

/** Certificates by which the parts of a control plane know each other. */
export interface Certificates {
  readonly apiserverOptions: readonly string[];
  readonly managerOptions: readonly string[];
  /** Writes what a client needs, and returns the file. */
  kubeconfig(client: Client, port: number): string;
}

/** Makes them in a folder, for one day. */
export async function makeCertificates(folder: string): Promise<Certificates> {
  mkdirSync(folder);
  const openssl = (...words: readonly string[]): Promise<string> => outputOf('openssl', words, { folder });
  const path = (name: string): string => join(folder, name);
  const key = (name: string): Promise<string> => openssl('genrsa', '-out', `${name}.key`, '2048');
  writeFileSync(
    path('names.txt'),
    'subjectAltName=IP:127.0.0.1,IP:10.96.0.1,DNS:localhost,DNS:kubernetes.default.svc\n',
  );
  await key('authority');
  const own = ['-key', 'authority.key', '-subj', '/CN=scratch', '-days', '1', '-out', 'authority.crt'];
  await openssl('req', '-x509', '-new', ...own);
  const issue = async (name: string, subject: string): Promise<void> => {
    await key(name);
    await openssl('req', '-new', '-key', `${name}.key`, '-subj', subject, '-out', `${name}.csr`);
    const signer = ['-CA', 'authority.crt', '-CAkey', 'authority.key', '-CAcreateserial', '-extfile', 'names.txt'];
    await openssl('x509', '-req', '-in', `${name}.csr`, ...signer, '-days', '1', '-out', `${name}.crt`);
  };
  await key('accounts');
  await openssl('rsa', '-in', 'accounts.key', '-pubout', '-out', 'accounts.pub');
  await issue('apiserver', '/CN=kube-apiserver');
  for (const [name, subject] of Object.entries(SUBJECTS)) await issue(name, subject);
  return {
    apiserverOptions: [
      `--tls-cert-file=${path('apiserver.crt')}`,
      `--tls-private-key-file=${path('apiserver.key')}`,
      `--client-ca-file=${path('authority.crt')}`,
      '--service-account-issuer=https://kubernetes.default.svc',
      `--service-account-key-file=${path('accounts.pub')}`,
      `--service-account-signing-key-file=${path('accounts.key')}`,
      // Without these options the server does not start, although nothing asks it through a proxy.
      `--requestheader-client-ca-file=${path('authority.crt')}`,
      '--requestheader-username-headers=X-Remote-User',
      '--requestheader-group-headers=X-Remote-Group',
      '--requestheader-extra-headers-prefix=X-Remote-Extra-',
      '--requestheader-allowed-names=front-proxy',
    ],
    managerOptions: [
      `--service-account-private-key-file=${path('accounts.key')}`,
      `--root-ca-file=${path('authority.crt')}`,
    ],
    kubeconfig: (client, port) => {
      const file = path(`${client}.kubeconfig`);
      const config = {
        apiVersion: 'v1',
        kind: 'Config',
        clusters: [
          {
            name: 'loopback',
            cluster: { server: `https://127.0.0.1:${port}`, 'certificate-authority': path('authority.crt') },
          },
        ],
        users: [
          {
            name: client,
            user: { 'client-certificate': path(`${client}.crt`), 'client-key': path(`${client}.key`) },
          },
        ],
        contexts: [{ name: client, context: { cluster: 'loopback', user: client } }],
        'current-context': client,
      };
      writeFileSync(file, JSON.stringify(config));
      return file;
    },
  };
}
