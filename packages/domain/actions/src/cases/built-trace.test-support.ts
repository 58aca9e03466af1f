import { Cell, sha256 } from '@tonriver/boc';
import type { AccountInterfaces } from '../trace/interfaces.ts';
import type { AccountStatus, MessageInput, TraceInput, TransactionInput } from '../trace/trace-input.ts';
import { accountOf, bagOf, type HasCell } from './body-builder.test-support.ts';

/** A message that a test builds, with the messages that its receiver sends. */
export interface BuiltMessage {
  /** Name of the receiver; null for a log. */
  readonly to: string | null;
  readonly body: HasCell;
  readonly sends: readonly BuiltMessage[];
  /** By which a test finds the message, to change it. */
  readonly name?: string | undefined;
  readonly value?: bigint;
  readonly isAborted?: boolean;
  readonly exitCode?: number;
  readonly deploys?: boolean;
  readonly stateInit?: HasCell;
}

type MessageOptions = Partial<Omit<BuiltMessage, 'to' | 'body' | 'sends'>>;

/** A message to an account, and what this sends: `send('wallet', body, [send(…)])`. */
export function send(
  to: string | null,
  body: HasCell,
  sends: readonly BuiltMessage[] = [],
  options: MessageOptions = {},
): BuiltMessage {
  return { to, body, sends, ...options };
}

/** An external-out message. */
export function log(body: HasCell, name?: string): BuiltMessage {
  return { to: null, body, sends: [], name };
}

const oneTon = 1_000_000_000n;

/** The trace that begins with an external message to `user`, who sends some messages. */
export function builtTrace(sends: readonly BuiltMessage[], wallet = 'user'): TraceInput {
  const transactions: TransactionInput[] = [];
  const external = message({ to: wallet, body: empty, sends: [] }, { source: null, lt: null });
  const open: { readonly message: MessageInput; readonly built: BuiltMessage }[] = [
    { message: external, built: { to: wallet, body: empty, sends } },
  ];
  let lt = 1_000_000n;
  for (let index = 0; index < open.length; index += 1) {
    const { message: inMessage, built } = open[index]!;
    lt += 1n;
    const transactionLt = lt;
    const account = inMessage.destination!;
    const outMessages = built.sends.map((one) => {
      lt += 1n;
      const out = message(one, { source: account, lt });
      if (one.to !== null) open.push({ message: out, built: one });
      return out;
    });
    transactions.push(transaction(built, { inMessage, outMessages, account, lt: transactionLt }));
  }
  const first = transactions[0]!;
  return {
    traceId: first.hash,
    externalHash: external.hash,
    externalHashNorm: null,
    startLt: first.lt,
    endLt: lt,
    startUtime: first.now,
    endUtime: first.now,
    seqnoEnd: 1,
    transactions,
  };
}

const empty: HasCell = { cell: Cell.empty };

function message(
  built: BuiltMessage,
  { source, lt }: { readonly source: string | null; readonly lt: bigint | null },
): MessageInput {
  const destination = built.to === null ? null : accountOf(built.to);
  const { cell } = built.body;
  return {
    hash: hashOf(`message ${source} ${destination} ${lt}`),
    source,
    destination,
    value: source === null || destination === null ? null : (built.value ?? oneTon),
    extraCurrencies: {},
    createdLt: lt,
    createdAt: lt === null ? null : 1_700_000_000,
    opcode: cell.bitLength < 32 ? null : Buffer.from(cell.bits).readUInt32BE(0),
    isBounceable: source === null ? null : true,
    body: bagOf(built.body),
    bodyHash: Buffer.from(cell.hash()).toString('base64'),
    stateInit: built.stateInit === undefined ? null : bagOf(built.stateInit),
  };
}

function transaction(
  { isAborted = false, exitCode = 0, deploys = false }: Pick<BuiltMessage, 'isAborted' | 'exitCode' | 'deploys'>,
  parts: Pick<TransactionInput, 'inMessage' | 'outMessages' | 'account' | 'lt'>,
): TransactionInput {
  const originalStatus: AccountStatus = deploys ? 'uninit' : 'active';
  return {
    ...parts,
    hash: hashOf(`transaction ${parts.account} ${parts.lt}`),
    now: 1_700_000_001,
    seqno: 1,
    isTickTock: false,
    isAborted,
    originalStatus,
    endStatus: 'active',
    exitCode,
    skipReason: null,
  };
}

function hashOf(text: string): string {
  return Buffer.from(sha256(Buffer.from(text))).toString('base64');
}

/** Interfaces by the names of accounts. */
export function knownAccounts(
  accounts: Readonly<Record<string, AccountInterfaces>>,
): ReadonlyMap<string, AccountInterfaces> {
  return new Map(Object.entries(accounts).map(([name, known]) => [accountOf(name), known]));
}

/** A wallet of a jetton, by names. */
export function walletOf(owner: string, jetton: string): AccountInterfaces {
  return { jettonWallet: { owner: accountOf(owner), jetton: accountOf(jetton) } };
}

/** An item of a collection. */
export function itemOf(
  collection: string | null,
  options: { readonly codeHash?: string; readonly uri?: string } = {},
): AccountInterfaces {
  return {
    nftItem: {
      index: 5n,
      collection: collection === null ? null : accountOf(collection),
      owner: null,
      contentUri: options.uri ?? null,
      codeHash: options.codeHash ?? null,
    },
  };
}
