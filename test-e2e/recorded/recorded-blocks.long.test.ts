import { dirname } from 'node:path';
import { expect, it } from '@jest/globals';
import { DIALECT_NAMES, type DialectName } from '@tonriver/api-model';
import { answerSchemaOf } from '@tonriver/api-gateway/testing';
import { blockKeyText } from '@tonriver/chain-source';
import { describeRecorded } from '@tonriver/testing';
import { type Answer, ask, byClients, timesAskedAgain } from './ask.ts';
import { type BlockFact, chainFacts, type TransactionFact } from './chain-facts.ts';
import { type RecordedChain, recordedChains } from './recorded-chains.ts';
import { type RecordedDeployment, startRecordedDeployment } from './recorded-deployment.ts';

const TRANSACTIONS_PER_PAGE = 1000;

interface TransactionsAnswer {
  readonly transactions: readonly {
    readonly hash: string;
    readonly account_state_after: { readonly balance: string | null };
  }[];
}

const transactionsOf = (blocks: readonly BlockFact[]) => blocks.flatMap(({ transactions }) => transactions);
const hashesOf = (blocks: readonly BlockFact[]) => transactionsOf(blocks).map(({ hash }) => hash);
const hasNoMessage = ({ messageHashes }: TransactionFact): boolean => messageHashes.length === 0;

/** Requests each hash in each form. Every answer must have the transaction once. Returns the number of answers. */
async function find(
  deployment: RecordedDeployment,
  dialect: DialectName,
  { hash, messageHashes, balanceAfter }: TransactionFact,
): Promise<number> {
  const by = (messageHash: string): Promise<Answer> =>
    ask(deployment, dialect, 'transactionsByMessage', { msg_hash: messageHash });
  for (const messageHash of messageHashes) {
    const { status, text, transactions } = await by(messageHash.toString('hex'));
    const times = transactions.filter((found) => found === hash).length;
    expect({ hash, status, times }).toEqual({ hash, status: 200, times: 1 });
    const answer = JSON.parse(text) as TransactionsAnswer;
    expect(answerSchemaOf('/v3/transactionsByMessage', dialect).safeParse(answer).error).toBeUndefined();
    const balance = answer.transactions.find((found) => found.hash === hash)?.account_state_after.balance;
    // A nonexistent account needs no row, also between two transactions.
    if (balanceAfter !== null || balance !== '0') expect({ hash, balance }).toEqual({ hash, balance: balanceAfter });
    for (const form of ['base64', 'base64url'] as const) {
      // Answers may be long, so a failed comparison must not print them.
      expect((await by(messageHash.toString(form))).text === text).toBe(true);
    }
  }
  return 3 * messageHashes.length;
}

/** Reads every page of a shard endpoint of the written contract. */
async function transactionsShown(
  deployment: RecordedDeployment,
  endpoint: string,
  seqno: string,
): Promise<readonly string[]> {
  const hashes: string[] = [];
  for (let isLast = false; !isLast; ) {
    const page = { seqno, limit: `${TRANSACTIONS_PER_PAGE}`, offset: `${hashes.length}` };
    const { status, transactions } = await ask(deployment, 'contract', endpoint, page);
    expect(status).toBe(200);
    hashes.push(...transactions);
    isLast = transactions.length < TRANSACTIONS_PER_PAGE;
  }
  return hashes;
}

/** Checks that both shard endpoints return every block and every transaction of a round once. */
async function checkRound(deployment: RecordedDeployment, round: number, facts: readonly BlockFact[]): Promise<void> {
  const seqno = `${round}`;
  const texts = (blocks: readonly BlockFact[]) =>
    blocks.map(({ key, transactions }) => `${blockKeyText(key)} ${transactions.length}`).toSorted();
  const masterchain = facts.filter(({ key }) => key.workchain === -1);
  const committed = await transactionsShown(deployment, 'masterchainBlockShards', seqno);
  expect(committed.toSorted()).toEqual(hashesOf(facts).toSorted());
  const current = await transactionsShown(deployment, 'masterchainBlockShardState', seqno);
  expect(current).toEqual(expect.arrayContaining(hashesOf(masterchain)));
  expect(new Set(current).size).toBe(current.length);
  for (const dialect of DIALECT_NAMES) {
    const shards = await ask(deployment, dialect, 'masterchainBlockShards', { seqno, limit: '1000' });
    expect(shards.blocks.toSorted()).toEqual(texts(facts));
    const state = await ask(deployment, dialect, 'masterchainBlockShardState', { seqno });
    expect(state.blocks.slice(0, 1)).toEqual(texts(masterchain));
    expect(
      answerSchemaOf('/v3/masterchainBlockShards', dialect).safeParse(JSON.parse(shards.text)).error,
    ).toBeUndefined();
    expect(
      answerSchemaOf('/v3/masterchainBlockShards', dialect).safeParse(JSON.parse(state.text)).error,
    ).toBeUndefined();
  }
}

/** Checks that a masterchain block without a complete round is not found. */
async function checkUnknownRound(deployment: RecordedDeployment, { key }: BlockFact): Promise<void> {
  for (const dialect of DIALECT_NAMES) {
    for (const endpoint of ['masterchainBlockShards', 'masterchainBlockShardState']) {
      const { status } = await ask(deployment, dialect, endpoint, { seqno: `${key.seqno}` });
      expect({ seqno: key.seqno, status }).toEqual({ seqno: key.seqno, status: 404 });
    }
  }
}

/** Prints `5 in blocks/mainnet, 7 in …`: transactions without messages by the folder of their block. */
function byFolder({ indexed }: RecordedChain, blocks: readonly BlockFact[]): string {
  const folders = new Map(
    indexed.map(({ workchain, shard, seqno, file }) => [
      blockKeyText({ workchain, shard: BigInt(`0x${shard}`), seqno }),
      dirname(file),
    ]),
  );
  const counts = new Map<string, number>();
  for (const { key, transactions } of blocks) {
    const count = transactions.filter(hasNoMessage).length;
    const folder = folders.get(blockKeyText(key)) ?? 'packages';
    if (count > 0) counts.set(folder, (counts.get(folder) ?? 0) + count);
  }
  return [...counts].map(([folder, count]) => `${count} in ${folder}`).join(', ') || 'none';
}

async function checkChain(chain: RecordedChain, print: (text: string) => void): Promise<readonly BlockFact[]> {
  const blocks = await chainFacts(chain);
  const transactions = transactionsOf(blocks);
  const withMessages = transactions.filter((transaction) => !hasNoMessage(transaction));
  const partial = blocks.filter(({ round }) => round === null);
  const inRounds = blocks.filter(({ round }) => round !== null);
  const rounds = new Set(inRounds.map(({ round }) => round!));
  print(
    `${chain.name}: ${blocks.length} blocks, ${rounds.size} complete rounds, ${partial.length} blocks in none; ` +
      `${transactions.length} transactions, ${withMessages.length} with messages`,
  );
  const deployment = await startRecordedDeployment(chain, { blocks: blocks.length, rounds: rounds.size });
  try {
    expect(await deployment.count('transactions')).toBe(transactions.length);
    for (const dialect of DIALECT_NAMES) {
      let lookUps = 0;
      await byClients(withMessages, async (transaction) => {
        const answerCount = await find(deployment, dialect, transaction);
        lookUps += answerCount;
      });
      print(`${chain.name}: ${withMessages.length} transactions found by ${lookUps} look-ups, ${dialect} dialect`);
    }
    await byClients([...rounds], async (round) => {
      await checkRound(
        deployment,
        round,
        inRounds.filter((block) => block.round === round),
      );
    });
    const masterchain = partial.filter(({ key }) => key.workchain === -1);
    await byClients(masterchain, (block) => checkUnknownRound(deployment, block));
    print(
      `${chain.name}: ${transactions.filter(hasNoMessage).length} transactions without messages; shown in their rounds: ` +
        `${byFolder(chain, inRounds)}; without a known round: ${byFolder(chain, partial)}`,
    );
    const { code, text } = await deployment.stopAndVerify();
    expect({ code, text: code === 0 ? '' : text }).toEqual({ code: 0, text: '' });
  } finally {
    await deployment.remove();
  }
  return blocks;
}

describeRecorded('the recorded blocks, through every service', (data) => {
  it('are indexed completely, and found by message, in their rounds, and by verify', async () => {
    const totals = { blocks: 0, transactions: 0, withoutMessages: 0 };
    const print = (text: string): void => void process.stdout.write(`${text}\n`);
    for (const chain of await recordedChains(data)) {
      const blocks = await checkChain(chain, print);
      if (chain.indexed.length === 0) continue;
      // Packages contain some of the same blocks again, which count once.
      const keys = blocks.map(({ key }) => blockKeyText(key));
      const indexed = chain.indexed.map((block) => blockKeyText({ ...block, shard: BigInt(`0x${block.shard}`) }));
      expect(keys).toEqual(expect.arrayContaining(indexed));
      expect(new Set(keys).size).toBe(keys.length);
      const known = new Set(indexed);
      const transactions = transactionsOf(blocks.filter(({ key }) => known.has(blockKeyText(key))));
      expect(transactions).toHaveLength(chain.indexed.reduce((sum, block) => sum + block.transactions, 0));
      totals.blocks += indexed.length;
      totals.transactions += transactions.length;
      totals.withoutMessages += transactions.filter(hasNoMessage).length;
    }
    expect(totals.blocks).toBe(data.blocks().length);
    print(
      `all networks: ${totals.blocks} recorded blocks, ${totals.transactions - totals.withoutMessages} transactions ` +
        `with messages, ${totals.withoutMessages} without; ${timesAskedAgain()} answers were to be asked for again`,
    );
  }, 3_600_000);
});
