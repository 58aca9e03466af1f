import type { RunningDevnet } from '@tonriver/devnet/service';

export interface StartedParts {
  readonly network: string;
  readonly host: string;
  readonly apiPort: number;
  readonly clickHousePort: number;
  readonly dataDirectory: string;
  readonly devnet: Pick<RunningDevnet, 'wallets' | 'faucetAddress'> | undefined;
}

/** What a person is told when everything is started: as fields of a log line, and as lines for a terminal. */
export function startTexts(parts: StartedParts): {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly forTerminal: string;
} {
  const { network, clickHousePort, dataDirectory, devnet } = parts;
  const base = baseUrl(parts.host, parts.apiPort);
  const api = `${base}/api/v3/index.html`;
  const clickHouse = `http://127.0.0.1:${clickHousePort}/`;
  const lines = [
    `Tonriver indexes ${network}; Ctrl-C stops it.`,
    `  Explorer    ${base}/ (for a browser)`,
    `  API         ${api}`,
    `  Clients     ${base}/toncenter (base address for clients of the public API)`,
    `  ClickHouse  ${clickHouse} (read-only)`,
    `  Data        ${dataDirectory}`,
  ];
  const fields = { network, explorer: `${base}/`, api, clickHouse, dataDirectory };
  if (devnet === undefined) return { fields, forTerminal: `${lines.join('\n')}\n` };
  const faucet = faucetCall(parts.host, parts.apiPort, devnet.wallets[0]?.address ?? devnet.faucetAddress);
  const wallets = devnet.wallets.map(({ address, secretSeed }) => ({ address, keySeed: secretSeed }));
  return {
    fields: { ...fields, faucet, wallets },
    forTerminal: `${[
      ...lines,
      `  Faucet      ${faucet}`,
      '  Wallets with a balance (WalletContractV4 of @ton/ton; the keys are no secrets):',
      ...wallets.map(({ address, keySeed }) => `    ${address}\n      secret bytes of the key  ${keySeed}`),
    ].join('\n')}\n`,
  };
}

/** The routes of the devnet's operator are for callers on this machine, whatever the API listens on. */
function faucetCall(host: string, port: number, address: string): string {
  const local = ['0.0.0.0', '::', 'localhost'].includes(host) ? '127.0.0.1' : host;
  const body = JSON.stringify({ address, amount: 10 });
  return `curl -X POST ${baseUrl(local, port)}/devnet/faucet -d '${body}'`;
}

function baseUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
