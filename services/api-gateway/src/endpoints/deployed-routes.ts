/** A route of the deployed public service. */
export interface DeployedRoute {
  /** Path below the base address of a dialect. */
  readonly path: string;
  readonly methods: readonly ('GET' | 'POST')[];
}

const [READ, SEND, BOTH] = [['GET'], ['POST'], ['GET', 'POST']] as const;

type Line = readonly [methods: DeployedRoute['methods'], names: string];

const V3: readonly Line[] = [
  [READ, 'masterchainInfo masterchainBlockShardState masterchainBlockShards'],
  [READ, 'blocks transactions transactionsByMasterchainBlock transactionsByMessage adjacentTransactions messages'],
  [READ, 'pendingTransactions pendingActions'],
  [READ, 'addressBook metadata accountStates walletStates topAccountsByBalance'],
  [READ, 'addressInformation account walletInformation wallet'],
  [READ, 'jetton/masters jetton/wallets jetton/transfers jetton/burns'],
  [READ, 'nft/collections nft/items nft/transfers nft/sales'],
  [READ, 'dns/records dns/activeAuctions vesting multisig/wallets multisig/orders'],
  [READ, 'traces events pendingTraces actions balanceChanges'],
  [READ, 'staking/nominatorPools/pool staking/nominatorPools/nominator staking/nominatorPools/nominatorEvents'],
  [READ, 'staking/nominatorPools/nominatorRewards staking/nominatorPools/validatorEvents'],
  [READ, 'staking/nominatorPools/validatorRewards'],
  [READ, 'validators/events validators/elections validators/cycles validators/complaints'],
  [SEND, 'runGetMethod message estimateFee'],
  [BOTH, 'decode __testMethod'],
];

/** Methods of v2. They have the same names in jsonRPC. */
const V2: readonly Line[] = [
  [BOTH, 'detectAddress detectHash packAddress unpackAddress'],
  [BOTH, 'getAddressInformation getExtendedAddressInformation getAddressBalance getAddressState'],
  [BOTH, 'getShardAccountCell getWalletInformation getTokenData dnsResolve'],
  [BOTH, 'getMasterchainInfo getMasterchainBlockSignatures getShardBlockProof getConsensusBlock lookupBlock'],
  [BOTH, 'getShards shards getBlockHeader getOutMsgQueueSize'],
  [BOTH, 'getBlockTransactions getBlockTransactionsExt getTransactions getTransactionsStd'],
  [BOTH, 'tryLocateTx tryLocateResultTx tryLocateSourceTx'],
  [BOTH, 'getConfigParam getConfigAll getLibraries'],
  [SEND, 'runGetMethod runGetMethodStd sendBoc sendBocReturnHash sendBocReturnHashNoError estimateFee'],
];

const RPC: readonly Line[] = [[SEND, 'jsonRPC']];

/** Other services that clients use at the same base address. */
const BESIDE: readonly Line[] = [
  [SEND, 'streaming/v2/sse emulate/v1/emulateTrace emulate/v1/emulateTonConnect'],
  [READ, 'streaming/v2/ws'],
];

/** All routes of the deployed public service: those that are served here, and those that are not yet. */
export const deployedRoutes: readonly DeployedRoute[] = [
  ...routesOf('/v3', V3),
  ...routesOf('/v2', [...V2, ...RPC]),
  ...routesOf('', BESIDE),
];

/** The methods of v2 among them, as jsonRPC knows them. */
export const deployedMethods: ReadonlySet<string> = new Set(V2.flatMap(([, names]) => names.split(' ')));

function routesOf(prefix: string, lines: readonly Line[]): readonly DeployedRoute[] {
  return lines.flatMap(([methods, names]) => names.split(' ').map((name) => ({ path: `${prefix}/${name}`, methods })));
}
