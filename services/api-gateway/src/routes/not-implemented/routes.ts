import { DIALECT_NAMES, type DialectName } from '@tonriver/api-model';

/** A route of the deployed public service that is not implemented yet. */
export interface MissingRoute {
  /** Path below the base address of the dialect. */
  readonly path: string;
  readonly methods: readonly ('GET' | 'POST')[];
  readonly dialects: readonly DialectName[];
}

const [READ, SEND, BOTH] = [['GET'], ['POST'], ['GET', 'POST']] as const;

const V3: readonly (readonly [MissingRoute['methods'], string])[] = [
  [READ, 'blocks transactions transactionsByMasterchainBlock pendingTransactions adjacentTransactions messages'],
  [READ, 'addressBook metadata accountStates walletStates topAccountsByBalance'],
  [READ, 'jetton/masters jetton/wallets jetton/transfers jetton/burns'],
  [READ, 'nft/collections nft/items nft/transfers nft/sales'],
  [READ, 'dns/records dns/activeAuctions vesting multisig/wallets multisig/orders'],
  [READ, 'traces events pendingTraces actions balanceChanges'],
  [READ, 'staking/nominatorPools/pool staking/nominatorPools/nominator staking/nominatorPools/nominatorEvents'],
  [READ, 'staking/nominatorPools/nominatorRewards staking/nominatorPools/validatorEvents'],
  [READ, 'staking/nominatorPools/validatorRewards'],
  [READ, 'validators/events validators/elections validators/cycles validators/complaints'],
  [READ, 'addressInformation account walletInformation wallet'],
  [SEND, 'message estimateFee'],
  [BOTH, '__testMethod'],
];

/** Methods of v2. They have the same names in jsonRPC. */
const V2: readonly (readonly [MissingRoute['methods'], string])[] = [
  [BOTH, 'detectAddress detectHash packAddress unpackAddress'],
  [BOTH, 'getAddressInformation getExtendedAddressInformation getShardAccountCell getWalletInformation'],
  [BOTH, 'getAddressBalance getAddressState getTokenData dnsResolve'],
  [BOTH, 'getMasterchainInfo getMasterchainBlockSignatures getShardBlockProof getConsensusBlock lookupBlock'],
  [BOTH, 'getShards shards getBlockHeader getOutMsgQueueSize'],
  [BOTH, 'getBlockTransactions getBlockTransactionsExt getTransactions getTransactionsStd'],
  [BOTH, 'tryLocateTx tryLocateResultTx tryLocateSourceTx'],
  [BOTH, 'getConfigParam getConfigAll getLibraries'],
  [SEND, 'runGetMethodStd sendBoc sendBocReturnHash sendBocReturnHashNoError estimateFee'],
];

/** Other services that clients use at the same base address. */
const BESIDE: readonly (readonly [MissingRoute['methods'], string])[] = [
  [SEND, 'streaming/v2/sse emulate/v1/emulateTrace emulate/v1/emulateTonConnect'],
  [READ, 'streaming/v2/ws'],
];

/**
 * All routes that are not implemented. They answer 501, because clients take 404 for "does not exist". A new endpoint
 * must be removed from this list.
 */
export const missingRoutes: readonly MissingRoute[] = [
  ...routesOf('/v3', V3),
  ...routesOf('/v2', V2),
  ...routesOf('', BESIDE),
];

/** The methods of v2 among them. */
export const missingMethods: ReadonlySet<string> = new Set(V2.flatMap(([, names]) => names.split(' ')));

function routesOf(prefix: string, lines: typeof V3): MissingRoute[] {
  return lines.flatMap(([methods, names]) =>
    names.split(' ').map((name) => ({ path: `${prefix}/${name}`, methods, dialects: DIALECT_NAMES })),
  );
}
