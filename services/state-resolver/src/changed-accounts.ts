import { hashToHex } from '@tonriver/chain-model';
import {
  encodeResolvedRound,
  RESOLVED_ACCOUNTS_MAX,
  type ResolvedAccount,
  type ResolvedRound,
  type Topic,
} from '@tonriver/events';
import type { EventProducer } from '@tonriver/stream';
import type { OnChanged } from './resolve-account.ts';

/** Where the accounts that changed are sent. */
export interface ResolvedRoundsOutput {
  readonly producer: EventProducer;
  readonly topic: Pick<Topic, 'name'>;
}

/** The accounts of rounds whose code or data changed, until their rows are durable and their records are sent. */
export interface ChangedAccounts {
  /** Begins a round. Accounts that are added belong to it until it ends. */
  begin(place: Pick<ResolvedRound, 'round' | 'range'>): void;
  /** Adds an account; outside a round, for partial and late blocks, nothing. */
  readonly add: OnChanged;
  end(): void;
  /** Sends what is whole. Called when the rows of all accounts that were added are durable. */
  send(): Promise<void>;
}

/**
 * Collects what changed in records that depend on the round alone, not on when rows were written: so a round that is
 * resolved again gives the same records.
 *
 * @param output absent: nobody follows, and nothing is collected
 */
export function createChangedAccounts(output: ResolvedRoundsOutput | undefined): ChangedAccounts {
  let open: { readonly place: Pick<ResolvedRound, 'round' | 'range'>; part: number } | undefined;
  let accounts: ResolvedAccount[] = [];
  const ready: ResolvedRound[] = [];

  const close = (isLast: boolean): void => {
    if (open === undefined) return;
    ready.push({ ...open.place, part: open.part, isLast, accounts });
    open.part += 1;
    accounts = [];
  };
  return {
    begin(place) {
      open = { place, part: 0 };
      accounts = [];
    },
    add({ workchain, account, lt, codeHash, dataHash }, isCodeNew) {
      if (open === undefined || output === undefined) return;
      if (accounts.length === RESOLVED_ACCOUNTS_MAX) close(false);
      const [code, data] = [base64(codeHash), base64(dataHash)];
      accounts.push({ workchain, account: hashToHex(account), lt: lt.toString(), code, data, isCodeNew });
    },
    end() {
      if (output !== undefined) close(true);
      open = undefined;
    },
    async send() {
      if (output === undefined || ready.length === 0) return;
      const count = ready.length;
      await output.producer.send(
        output.topic.name,
        ready.map((round) => ({ partition: 0, ...encodeResolvedRound(round) })),
      );
      // Only now: when sending fails, the next call sends them.
      ready.splice(0, count);
    },
  };
}

function base64(hash: Uint8Array | null): string | null {
  return hash === null ? null : Buffer.from(hash).toString('base64');
}
