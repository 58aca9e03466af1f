import type {
  BlockName,
  ChainIdentity,
  DevnetStore,
  MessageEntry,
  NewRound,
  RoundEntry,
  WaitingEntry,
} from './devnet-store.ts';
import { DevnetStoreError } from './devnet-store-error.ts';
import type { ValueChanges, ValueEnvironment } from './value-environment.ts';

/** Width of numbers in keys, so that keys are in the order of their numbers. */
const DIGITS = 16;
const padded = (number: number): string => String(number).padStart(DIGITS, '0');

const key = {
  identity: 'chain/identity',
  head: 'chain/head',
  first: 'chain/first',
  record: 'chain/record',
  nextPosition: 'chain/next-position',
  clockAhead: 'chain/clock-ahead',
  zeroState: (workchain: number) => `zero-state/${workchain}`,
  round: (seqno: number) => `round/${padded(seqno)}`,
  inputs: (seqno: number) => `inputs/${padded(seqno)}`,
  block: ({ workchain, shard, seqno }: BlockName) => `block/${workchain}/${shard.toString(16)}/${padded(seqno)}`,
  message: (hash: string) => `message/${hash}`,
  normalised: (hash: string) => `normalised/${hash}`,
  waiting: (position: number) => `waiting/${padded(position)}`,
};

/** The store over an environment. */
export function createDevnetStore(environment: ValueEnvironment): DevnetStore {
  const json = <Value>(name: string): Value | undefined => {
    const bytes = environment.get(name);
    return bytes === undefined ? undefined : (JSON.parse(Buffer.from(bytes).toString('utf8')) as Value);
  };
  const messageOf = (hash: string) => json<MessageEntry>(key.message(hash));
  const headSeqno = (): number => json<number>(key.head) ?? 0;
  const firstSeqno = (): number => json<number>(key.first) ?? 1;
  const nextPosition = (): number => json<number>(key.nextPosition) ?? 0;
  return {
    identity: () => json<ChainIdentity>(key.identity),
    async begin({ identity, zeroStates, chainRecord }) {
      if (environment.has(key.identity)) throw wrongOrder('The store has a chain already');
      await environment.commit([
        [key.zeroState(-1), zeroStates.masterchain],
        [key.zeroState(0), zeroStates.basechain],
        [key.record, chainRecord],
        [key.head, jsonBytes(0)],
        [key.identity, jsonBytes(identity)],
      ]);
    },
    headSeqno,
    firstSeqno,
    chainRecord: () => environment.get(key.record),
    zeroState: (workchain) => environment.get(key.zeroState(workchain)),
    round(seqno) {
      const stored = json<StoredRoundEntry>(key.round(seqno));
      return stored === undefined ? undefined : roundOf(stored);
    },
    inputs: (seqno) => environment.get(key.inputs(seqno)),
    block: (name) => environment.get(key.block(name)),
    async appendRound(round) {
      const head = headSeqno();
      if (round.seqno !== head + 1) throw wrongOrder('A round does not follow the newest one', { seqno: round.seqno });
      for (const block of round.blocks) {
        if (environment.has(key.block(block))) throw wrongOrder('A block of this id is stored', { seqno: block.seqno });
      }
      const removed = removalChanges(json, { first: firstSeqno(), keepFrom: Math.min(round.keepFrom ?? 1, head) });
      await environment.commit([...removed, ...roundChanges(round), ...messageChanges(round, messageOf)]);
    },
    async accept(messages) {
      const last = messages.at(-1);
      if (last === undefined) return;
      const changes = messages.flatMap(acceptChanges);
      await environment.commit([...changes, [key.nextPosition, jsonBytes(last.position + 1)]]);
    },
    *waiting() {
      for (const [name, value] of environment.under('waiting/')) {
        const { hash, boc } = readWaiting(value);
        const entry = messageOf(hash);
        if (entry === undefined) {
          throw new DevnetStoreError('store_corrupt', `The store of the devnet is damaged: ${name} has no entry`, {});
        }
        const { state: _queued, ...rest } = entry;
        yield { ...rest, boc };
      }
    },
    nextPosition,
    message(hash) {
      const found = messageOf(hash);
      if (found !== undefined) return found;
      const named = json<string>(key.normalised(hash));
      return named === undefined ? undefined : messageOf(named);
    },
    clockAhead: () => json<number>(key.clockAhead) ?? 0,
    setClockAhead: (seconds) => environment.commit([[key.clockAhead, jsonBytes(seconds)]]),
    close: () => environment.close(),
  };
}

type StoredRoundEntry = Omit<RoundEntry, 'blocks'> & {
  readonly blocks: readonly (Omit<RoundEntry['blocks'][number], 'shard'> & { readonly shard: string })[];
  /** Hashes of the messages whose end the round was. Absent in rounds of older releases. */
  readonly messages?: readonly string[];
};

function roundOf({ blocks, messages: _messages, ...round }: StoredRoundEntry): RoundEntry {
  return { ...round, blocks: blocks.map((block) => ({ ...block, shard: BigInt(`0x${block.shard}`) })) };
}

function roundChanges(round: NewRound): ValueChanges {
  const { seqno, genUtime, blocks, signatures, chainRecord, messages } = round;
  const entry: StoredRoundEntry = {
    seqno,
    genUtime,
    signatures,
    messages: messages.map(({ hash }) => hash),
    blocks: blocks.map(({ workchain, shard, seqno: blockSeqno, rootHash, fileHash }) => {
      return { workchain, shard: shard.toString(16), seqno: blockSeqno, rootHash, fileHash };
    }),
  };
  return [
    ...blocks.map((block) => [key.block(block), block.boc] as const),
    [key.round(seqno), jsonBytes(entry)],
    [key.inputs(seqno), round.inputs],
    [key.record, chainRecord],
    [key.head, jsonBytes(seqno)],
  ];
}

/** Rounds that are removed with one new round: more than one, so that a lower bound is reached in the end. */
const REMOVED_AT_ONCE = 8;

function removalChanges(
  json: <Value>(name: string) => Value | undefined,
  { first, keepFrom }: { readonly first: number; readonly keepFrom: number },
): ValueChanges {
  const end = Math.min(keepFrom, first + REMOVED_AT_ONCE);
  if (end <= first) return [];
  const seqnos = Array.from({ length: end - first }, (_, index) => first + index);
  const removed = seqnos.flatMap((seqno): ValueChanges => {
    const stored = json<StoredRoundEntry>(key.round(seqno));
    if (stored === undefined) return [];
    const blocks = roundOf(stored).blocks.map((block): ValueChanges[number] => [key.block(block), null]);
    return [[key.round(seqno), null], [key.inputs(seqno), null], ...blocks, ...messageRemovals(json, stored)];
  });
  return [...removed, [key.first, jsonBytes(end)]];
}

/** A message that was accepted again later belongs to a later round. */
function messageRemovals(
  json: <Value>(name: string) => Value | undefined,
  { seqno, messages = [] }: StoredRoundEntry,
): ValueChanges {
  return messages.flatMap((hash): ValueChanges => {
    const entry = json<MessageEntry>(key.message(hash));
    if (entry === undefined || entry.state.kind === 'queued' || entry.state.round !== seqno) return [];
    const isNamed = json<string>(key.normalised(entry.normalisedHash)) === hash;
    return [[key.message(hash), null], ...(isNamed ? [[key.normalised(entry.normalisedHash), null] as const] : [])];
  });
}

function messageChanges({ messages }: NewRound, find: (hash: string) => MessageEntry | undefined): ValueChanges {
  return messages.flatMap(({ hash, state }): ValueChanges => {
    const entry = find(hash);
    if (entry === undefined) throw wrongOrder('A round has a message that was never accepted', { hash });
    return [
      [key.message(hash), jsonBytes({ ...entry, state })],
      [key.waiting(entry.position), null],
    ];
  });
}

function acceptChanges({ boc, ...message }: WaitingEntry): ValueChanges {
  const { hash, normalisedHash, position } = message;
  const entry: MessageEntry = { ...message, state: { kind: 'queued' } };
  const changes: ValueChanges = [
    [key.message(hash), jsonBytes(entry)],
    [key.waiting(position), writeWaiting(hash, boc)],
  ];
  return normalisedHash === hash ? changes : [...changes, [key.normalised(normalisedHash), jsonBytes(hash)]];
}

const HASH_BYTES = 32;

/** Encodes `hash:bits256 boc…`. */
function writeWaiting(hash: string, boc: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(hash, 'hex'), boc]);
}

function readWaiting(value: Uint8Array<ArrayBuffer>) {
  return { hash: Buffer.from(value.subarray(0, HASH_BYTES)).toString('hex'), boc: value.slice(HASH_BYTES) };
}

function jsonBytes(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}

function wrongOrder(text: string, fields: { readonly seqno?: number; readonly hash?: string } = {}): DevnetStoreError {
  return new DevnetStoreError('wrong_order', text, fields);
}
