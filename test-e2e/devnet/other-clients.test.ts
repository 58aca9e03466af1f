import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Address } from '@ton/core';
import { describePart, eventually, fetchedFolder, runProgram, temporaryDirectory } from '@tonriver/testing';
import { type StandaloneProcess, startStandaloneProcess } from './standalone-process.ts';

const account = new Address(0, Buffer.alloc(32, 0x42)).toString();

/** Calls of each client, as its program names them. Each must tell what it should. */
const OF_TONWEB =
  'getMasterchainInfo getBlockShards getMasterchainBlockHeader getBlockHeader getMasterchainBlockTransactions ' +
  'getBlockTransactions getTransactions getBalance getAddressInfo getExtendedAddressInfo getWalletInfo ' +
  'getConfigParam call sendBoc BlockSubscription';
const OF_TONCENTER =
  'get_masterchain_info get_consensus_block get_shards lookup_block get_block_header get_transactions try_locate_tx ' +
  'try_locate_result_tx try_locate_source_tx get_block_transactions get_block_transactions_ext ' +
  'get_address_information get_extended_address_information get_wallet_information get_address_balance ' +
  'get_address_state get_config_param get_config_all get_libraries detect_address detect_hash run_get_method json_rpc';

describePart('clients', 'clients of other makers, unchanged, at the drop-in base address', () => {
  const folder = temporaryDirectory();
  let standalone: StandaloneProcess;
  beforeAll(async () => {
    standalone = await startStandaloneProcess(folder.path);
    const { status, json } = await standalone.post('/devnet/faucet', { address: account, amount: 5 });
    expect(status).toBe(200);
    await standalone.untilServed(String(json['message_hash']));
    const received = async (): Promise<boolean> => {
      const query = new URLSearchParams({ address: account }).toString();
      const { json: answer } = await standalone.get(`/toncenter/api/v2/getAddressBalance?${query}`);
      return Number(answer['result']) > 0;
    };
    await eventually(received, { timeoutMs: 120_000, intervalMs: 200 });
  }, 400_000);
  afterAll(async () => {
    await standalone?.process.stop();
    folder.remove();
  }, 60_000);

  const expectAll = (said: string, calls: string): void => {
    const told = JSON.parse(said) as Readonly<Record<string, unknown>>;
    expect(told).toEqual(Object.fromEntries(Object.keys(told).map((name) => [name, true])));
    expect(Object.keys(told)).toEqual(expect.arrayContaining(calls.split(' ')));
  };

  it('tonweb reads accounts, blocks, transactions and the configuration, and follows blocks', async () => {
    const source = join(import.meta.dirname, 'clients', 'tonweb');
    const installed = await fetchedFolder('client-tonweb', source, async (target) => {
      await runProgram('cp', [join(source, 'package.json'), target], source);
      await runProgram('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'], target);
    });
    const endpoint = `${standalone.url}/toncenter/api/v2/jsonRPC`;
    const words = [join(source, 'read-chain.cjs'), installed, endpoint, account];
    expectAll(await runProgram('node', words, installed), OF_TONWEB);
  }, 600_000);

  it('toncenter of PyPI reads accounts, blocks, transactions and the configuration', async () => {
    const source = join(import.meta.dirname, 'clients', 'python');
    const installed = await fetchedFolder('client-toncenter', source, async (target) => {
      const words = ['-m', 'pip', 'install', '-q', '-r', 'requirements.txt', '--target', join(target, 'packages')];
      await runProgram('python3', words, source);
    });
    const environment = `PYTHONPATH=${join(installed, 'packages')}`;
    const words = [environment, 'python3', join(source, 'read_chain.py'), `${standalone.url}/toncenter`, account];
    expectAll(await runProgram('env', words, installed), OF_TONCENTER);
  }, 600_000);
});
