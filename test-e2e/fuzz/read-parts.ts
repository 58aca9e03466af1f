import { type Bag, type Cell, CellBuilder } from '@tonriver/boc';
import {
  type CatchainConfig,
  computeValidatorGroup,
  loadAccount,
  loadConfigEntries,
  loadConfigParameter,
  loadMerkleProof,
  loadMessage,
  loadMessageEnvelope,
  loadStateInit,
  loadTransaction,
  messageBodyHash,
  normalisedMessageHash,
  resolveMessage,
  resolveTransaction,
  storeAccount,
  storeMessage,
  storeTransaction,
  validatorListHashShort,
  type ValidatorSet,
  WHOLE_SHARD,
} from '@tonriver/chain-model';
import {
  isKnownParameter,
  loadBlockProof,
  loadBlockSignatures,
  loadMessageRelaxed,
  loadSignaturePairs,
  loadSimpleLibs,
  loadWhole,
  messageBodyBytes,
  resolveAccount,
} from '@tonriver/chain-model/testing';
import type { Attempt } from './attempt.ts';
import { ensureEqual, ensureStoresAlike } from './read-cells.ts';

const stored = <Value>(store: (builder: CellBuilder, value: Value) => void, value: Value): Cell => {
  const builder = new CellBuilder();
  store(builder, value);
  return builder.endCell();
};

/** A transaction with its messages, and the transaction that it installs, if any. */
export function readTransaction(attempt: Attempt, bag: Bag, cell: number): void {
  const transaction = attempt('transaction', () => loadTransaction(bag, cell));
  if (transaction === undefined) return;
  attempt('transaction stored again', () => {
    const resolved = resolveTransaction(bag, transaction);
    if (transaction.isCanonical) {
      ensureStoresAlike('A transaction', stored(storeTransaction, resolved), bag.hash(cell));
    }
  });
  const { prepareTransaction } = transaction.description;
  if (prepareTransaction !== null) attempt('prepare transaction', () => loadTransaction(bag, prepareTransaction));
  if (transaction.inMessage !== null) readMessage(attempt, bag, transaction.inMessage.cell);
  for (const message of transaction.outMessages.slice(0, 8)) readMessage(attempt, bag, message.cell);
}

/** A message with its body, its StateInit and its libraries. */
export function readMessage(attempt: Attempt, bag: Bag, cell: number): void {
  const message = attempt('message', () => loadMessage(bag, cell));
  if (message === undefined) return;
  attempt('body', () => {
    messageBodyHash(bag, message);
    messageBodyBytes(bag, message);
  });
  if (message.info.type === 'external_in') attempt('normalised hash', () => normalisedMessageHash(bag, message));
  const library = message.init?.library ?? null;
  if (library !== null) attempt('libraries', () => loadSimpleLibs(bag, library));
  attempt('message stored again', () => {
    const resolved = resolveMessage(bag, message);
    if (message.isCanonical) ensureStoresAlike('A message', stored(storeMessage, resolved), bag.hash(cell));
  });
}

/** An envelope of a message queue or a message descriptor. */
export function readEnvelope(attempt: Attempt, bag: Bag, cell: number): void {
  const envelope = attempt('envelope', () => loadWhole(bag.slice(cell), loadMessageEnvelope, 'MsgEnvelope'));
  if (envelope !== undefined) readMessage(attempt, bag, envelope.message);
}

export function readAccount(attempt: Attempt, bag: Bag, cell: number): void {
  const account = attempt('account', () => loadAccount(bag, cell));
  if (account === undefined || account === null) return;
  attempt('account stored again', () => {
    const resolved = resolveAccount(bag, account);
    if (account.isCanonical) ensureStoresAlike('An account', stored(storeAccount, resolved), bag.hash(cell));
  });
}

/** All parameters of a configuration, and a validator group drawn by them. */
export function readConfig(attempt: Attempt, bag: Bag, root: number): void {
  const entries = attempt('configuration', () => loadConfigEntries(bag, root)) ?? [];
  let catchain: CatchainConfig | undefined;
  let validators: ValidatorSet | undefined;
  for (const { parameter, cell } of entries.slice(0, 400)) {
    const value = readParameter(attempt, bag, cell, parameter);
    if (parameter === 28) catchain = value as CatchainConfig | undefined;
    if (parameter === 34) validators = value as ValidatorSet | undefined;
  }
  if (catchain === undefined || validators === undefined) return;
  for (const workchain of [-1, 0]) drawGroup(attempt, catchain, validators, workchain);
}

function drawGroup(attempt: Attempt, catchain: CatchainConfig, set: ValidatorSet, workchain: number): void {
  attempt('validator group', () => {
    const shard = { workchain, shard: WHOLE_SHARD };
    return validatorListHashShort(computeValidatorGroup({ catchain, set, shard, catchainSeqno: 7 }), 7);
  });
}

/** One parameter; undefined when it is refused, or when its form is not known. */
export function readParameter(attempt: Attempt, bag: Bag, cell: number, parameter: number): unknown {
  if (!isKnownParameter(parameter)) return undefined;
  return attempt('parameter', () => loadConfigParameter(bag, cell, parameter));
}

/** The proof of a block and its signatures. */
export function readProof(attempt: Attempt, bag: Bag, cell: number): number | undefined {
  const proof = attempt('block proof', () => loadWhole(bag.slice(cell), loadBlockProof, 'BlockProof'));
  if (proof === undefined) return undefined;
  if (proof.signatures !== null) readSignatures(attempt, bag, proof.signatures);
  return readMerkleProof(attempt, bag, proof.root);
}

/** The root that a Merkle proof proves; undefined when it is none. */
export function readMerkleProof(attempt: Attempt, bag: Bag, cell: number): number | undefined {
  const proof = attempt('Merkle proof', () => loadMerkleProof(bag, cell));
  if (proof === undefined) return undefined;
  attempt('proved hash', () => {
    bag.hash(cell);
    ensureEqual('A proved root', bag.hash(proof.root, 0), proof.virtualHash);
  });
  return proof.root;
}

export function readSignatures(attempt: Attempt, bag: Bag, cell: number): void {
  const signatures = attempt('signatures', () => loadWhole(bag.slice(cell), loadBlockSignatures, 'BlockSignatures'));
  if (signatures !== undefined) attempt('signature pairs', () => loadSignaturePairs(bag, signatures.signatures));
}

/** Everything that can begin at a cell of which nothing is known. */
export function readAnything(attempt: Attempt, bag: Bag, cell: number): void {
  readTransaction(attempt, bag, cell);
  readMessage(attempt, bag, cell);
  readEnvelope(attempt, bag, cell);
  readAccount(attempt, bag, cell);
  readProof(attempt, bag, cell);
  readSignatures(attempt, bag, cell);
  readConfig(attempt, bag, cell);
  attempt('relaxed message', () => loadMessageRelaxed(bag, cell));
  attempt('state init', () => loadStateInit(bag.slice(cell)));
}
