import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { Bag } from '@tonriver/boc';
import { accountStateRow, blockRow, openTestStore } from '@tonriver/chain-reader/testing';
import { accountDataTable, createRowBatch } from '@tonriver/row-schema';
import { describeRecorded } from '@tonriver/testing';
import { walletCodeOf } from '../../answers/wallet-codes.ts';
import { startTestGateway } from '../../testing/test-gateway.test-support.ts';
import { writeRows } from '../../testing/write-rows.test-support.ts';
import { createKnownMethods } from './contract-methods.ts';
import { walletOf } from './wallets.ts';

const ANSWERS = 'api-recordings/toncenter_v3_testnet_client_responses_2024-07.json';
const CONTRACTS = 'accounts/getmethods/known_contracts.json';

interface RecordedAccount {
  readonly balance: string;
  readonly code: string;
  readonly data: string;
  readonly last_transaction_lt: string;
  readonly last_transaction_hash: string;
  readonly frozen_hash: null;
  readonly status: string;
}

interface RecordedContract {
  readonly code_boc: string;
  readonly data_boc: string;
  readonly method: string;
  readonly reference: {
    readonly method_id: number;
    readonly exit_code: number;
    readonly stack: readonly { readonly value: string }[];
  };
}

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'base64');
const hashOf = (boc: Uint8Array): Uint8Array => {
  const bag = Bag.parse(boc);
  return bag.hash(bag.root).slice();
};

describeRecorded('recorded answers about accounts', [ANSWERS], (data) => {
  it('are what the gateway answers about the same state', async () => {
    const recorded = JSON.parse(readFileSync(data.path(ANSWERS), 'utf8')) as readonly { readonly response: unknown }[];
    const answers = recorded
      .map(({ response }) => response as RecordedAccount | null)
      .filter((response) => response?.status === 'active' && typeof response.code === 'string');
    expect(answers.length).toBeGreaterThan(0);
    for (const answer of answers) {
      const [code, contractData] = [bytesOf(answer!.code), bytesOf(answer!.data)];
      const row = accountStateRow({
        account: new Uint8Array(32).fill(7),
        lt: BigInt(answer!.last_transaction_lt),
        transactionHash: bytesOf(answer!.last_transaction_hash),
        balance: BigInt(answer!.balance),
        mcBlockSeqno: 1,
        codeHash: hashOf(code),
        dataHash: hashOf(contractData),
      });
      const store = await openTestStore();
      try {
        await writeRows(store, {
          accountStates: [row],
          cellTrees: [{ hash: hashOf(code), boc: code }],
          blocks: [blockRow({ seqno: 1 })],
          watermarks: [{ firstSeqno: 1, lastSeqno: 1 }],
        });
        const batch = createRowBatch(accountDataTable);
        batch.add({ ...row, dataHash: hashOf(contractData), isWhole: true, dataBoc: contractData });
        await store.insertRows(accountDataTable, batch.rows());
        const gateway = await startTestGateway(store);
        try {
          const { json } = await gateway.request(`/toncenter/api/v3/addressInformation?address=0:${'07'.repeat(32)}`);
          expect(json).toEqual(answer);
        } finally {
          await gateway.stop();
        }
      } finally {
        await store.close();
      }
    }
  }, 60_000);
});

describeRecorded('recorded contracts', [CONTRACTS], (data) => {
  const contracts = JSON.parse(readFileSync(data.path(CONTRACTS), 'utf8')) as readonly RecordedContract[];

  it('have the methods that were run among those that are found in their codes', () => {
    let found = 0;
    for (const { code_boc: boc, reference } of contracts) {
      const ids = createKnownMethods().read('', bytesOf(boc));
      if (ids === null || reference.exit_code === 11) continue;
      found += 1;
      expect(ids).toContain(reference.method_id);
    }
    expect(found).toBeGreaterThan(40);
  });

  it('that are wallets have the seqno in their data that their method returns', () => {
    const seqnos = contracts.flatMap(({ method, code_boc: code, data_boc: stored, reference }) => {
      const wallet = walletCodeOf(hashOf(bytesOf(code)));
      if (method !== 'seqno' || wallet === undefined) return [];
      return [[walletOf(wallet, bytesOf(stored))?.seqno, Number(reference.stack[0]?.value)]];
    });
    expect(seqnos.length).toBeGreaterThan(0);
    for (const [own, returned] of seqnos) expect(own).toBe(returned);
  });
});
