// Calls every method of the provider of tonweb that is served, and its block subscription, and prints what each one told.
// Arguments: the folder that tonweb was installed into, the address of jsonRPC, an account.
const path = require('node:path');

const [folder, endpoint, address] = process.argv.slice(2);
const TonWeb = require(path.join(folder, 'node_modules', 'tonweb'));

const provider = new TonWeb.HttpProvider(endpoint);
const ELECTOR = `-1:${'3'.repeat(64)}`;
const SUBSCRIBED_MS_MAX = 90_000;

async function read() {
  const told = {};
  const { last } = await provider.getMasterchainInfo();
  told.getMasterchainInfo = last.seqno > 1;
  const { shards } = await provider.getBlockShards(last.seqno);
  told.getBlockShards = shards.length > 0;
  const header = await provider.getMasterchainBlockHeader(last.seqno);
  told.getMasterchainBlockHeader = header.prev_blocks[0].seqno === last.seqno - 1;
  const [top] = shards;
  const shardHeader = await provider.getBlockHeader(top.workchain, top.shard, top.seqno);
  told.getBlockHeader = BigInt(shardHeader.end_lt) > 0n;
  told.getMasterchainBlockTransactions = (await provider.getMasterchainBlockTransactions(last.seqno)).req_count === 40;
  const ofShard = await provider.getBlockTransactions(top.workchain, top.shard, top.seqno, 5);
  told.getBlockTransactions = ofShard.id.seqno === top.seqno;
  const [newest] = await provider.getTransactions(address);
  told.getTransactions = newest.in_msg.destination === address;
  const { lt, hash } = newest.transaction_id;
  const [same] = await provider.getTransactions(address, 1, lt, hash);
  told['getTransactions from lt and hash'] = same.transaction_id.hash === hash;
  const balance = await provider.getBalance(address);
  told.getBalance = BigInt(balance) > 0n;
  told.getAddressInfo = (await provider.getAddressInfo(address)).balance === balance;
  told.getExtendedAddressInfo = (await provider.getExtendedAddressInfo(address)).balance === balance;
  told.getWalletInfo = (await provider.getWalletInfo(address)).wallet === false;
  told.getConfigParam = (await provider.getConfigParam(0)).bits.getUsedBits?.() > 0;
  told.call = [0, 11].includes((await provider.call(ELECTOR, 'seqno')).exit_code);
  told.sendBoc = await provider.sendBoc('te6cckEBAQEAAgAAAEysuc0=').then(
    () => false,
    (error) => typeof error === 'string' && error !== '',
  );
  told.BlockSubscription = await subscribed(last.seqno);
  return told;
}

/** Follows blocks of the masterchain and of shards: in the masterchain none may be missing. */
async function subscribed(startMcBlockNumber) {
  const seen = { masterchain: [], shards: 0 };
  const onBlock = async ({ id }) => {
    if (id.workchain === -1) seen.masterchain.push(id.seqno);
    else seen.shards += 1;
  };
  const options = { startMcBlockNumber, mcInterval: 300, shardsInterval: 100 };
  const storage = new TonWeb.InMemoryBlockStorage();
  const subscription = new TonWeb.BlockSubscription(provider, storage, onBlock, options);
  await subscription.start();
  const untilMs = Date.now() + SUBSCRIBED_MS_MAX;
  while ((seen.masterchain.length < 5 || seen.shards < 3) && Date.now() < untilMs) {
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  subscription.stop();
  const isWhole = seen.masterchain.every((seqno, index) => index === 0 || seqno === seen.masterchain[index - 1] + 1);
  if (seen.masterchain.length >= 5 && seen.shards >= 3 && isWhole) return true;
  return JSON.stringify(seen);
}

read().then(
  (told) => {
    process.stdout.write(JSON.stringify(told));
    process.exit(0);
  },
  (error) => {
    process.stderr.write(`${error?.stack ?? JSON.stringify(error)}\n`);
    process.exit(1);
  },
);
