import { DIALECT_BASE_PATHS, type DialectName } from '@tonriver/api-model';
import { blockKeyText } from '@tonriver/chain-source';
import type { RecordedDeployment } from './recorded-deployment.ts';

export interface Answer {
  readonly status: number;
  readonly text: string;
  /** `(workchain,shard,seqno) transactions` of the listed blocks, in their order. */
  readonly blocks: readonly string[];
  /** Hashes of the listed transactions, in their order. */
  readonly transactions: readonly string[];
}

interface Body {
  readonly blocks?: readonly {
    readonly workchain: number;
    readonly shard: string;
    readonly seqno: number;
    readonly tx_count: number;
  }[];
  readonly transactions?: readonly { readonly hash: string }[];
}

/** Few enough that look-ups on a slow machine end within the gateway's time limit. */
const CLIENTS = 8;
const ATTEMPTS_MAX = 20;
/** Statuses after which a client must try again: the gateway had no time or no room. */
const ASK_AGAIN = new Set([503, 504]);

let askedAgain = 0;

/** How often a request was tried again. For the report only, because it is not a failure. */
export function timesAskedAgain(): number {
  return askedAgain;
}

export async function ask(
  { apiUrl }: Pick<RecordedDeployment, 'apiUrl'>,
  dialect: DialectName,
  path: string,
  parameters: Readonly<Record<string, string>>,
): Promise<Answer> {
  const query = new URLSearchParams(parameters).toString();
  const url = `${apiUrl}${DIALECT_BASE_PATHS[dialect]}/v3/${path}?${query}`;
  let response = await fetch(url);
  for (let attempt = 1; attempt < ATTEMPTS_MAX && ASK_AGAIN.has(response.status); attempt += 1) {
    await response.arrayBuffer();
    response = await fetch(url);
    askedAgain += 1;
  }
  const text = await response.text();
  const { blocks = [], transactions = [] } = JSON.parse(text) as Body;
  return {
    status: response.status,
    text,
    blocks: blocks.map(({ workchain, shard, seqno, tx_count: count }) => {
      const number = BigInt(dialect === 'deployed' ? `0x${shard}` : shard);
      return `${blockKeyText({ workchain, shard: BigInt.asUintN(64, number), seqno })} ${count}`;
    }),
    transactions: transactions.map(({ hash }) => hash),
  };
}

/** Processes a list with several clients at the same time. */
export async function byClients<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (const item of left) await work(item);
    }),
  );
}
