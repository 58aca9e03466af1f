import { accountStates } from './account-states/endpoint.ts';
import { addressBook } from './address-book/endpoint.ts';
import { addressInformation } from './address-information/endpoint.ts';
import { blocks } from './blocks/endpoint.ts';
import { accountEndpointsV2 } from './accounts-v2/endpoints.ts';
import { addressEndpointsV2 } from './addresses-v2/endpoints.ts';
import { blockEndpointsV2 } from './blocks-v2/endpoints.ts';
import { blockTransactionEndpointsV2 } from './block-transactions-v2/endpoints.ts';
import { configEndpointsV2 } from './config-v2/endpoints.ts';
import { transactionEndpointsV2 } from './transactions-v2/endpoints.ts';
import { adjacentTransactions } from './adjacent-transactions/endpoint.ts';
import { decodeEndpoint } from './decode/endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import { events } from './events/endpoint.ts';
import { emulateTrace } from './emulate-trace/endpoint.ts';
import { estimateFeeV2, estimateFeeV3 } from './estimate-fee/endpoints.ts';
import { getMasterchainInfo } from './get-masterchain-info/endpoint.ts';
import { createJsonRpc } from './json-rpc/endpoint.ts';
import { masterchainInfo } from './masterchain-info/endpoint.ts';
import { messages } from './messages/endpoint.ts';
import { metadata } from './metadata/endpoint.ts';
import { actions } from './actions/endpoint.ts';
import { pendingActions } from './pending-actions/endpoint.ts';
import { pendingTraces } from './pending-traces/endpoint.ts';
import { pendingTransactions } from './pending-transactions/endpoint.ts';
import { runGetMethodV2, runGetMethodV3 } from './run-get-method/endpoints.ts';
import { sendEndpointsV2, sendMessageV3 } from './send-message/endpoints.ts';
import { masterchainBlockShardState, masterchainBlockShards } from './shard-blocks/endpoints.ts';
import { topAccountsByBalance } from './top-accounts-by-balance/endpoint.ts';
import { transactions } from './transactions/endpoint.ts';
import { transactionsByMasterchainBlock } from './transactions-by-masterchain-block/endpoint.ts';
import { traces } from './traces/endpoint.ts';
import { transactionsByMessage } from './transactions-by-message/endpoint.ts';
import { walletInformation } from './wallet-information/endpoint.ts';
import { walletStates } from './wallet-states/endpoint.ts';

/** The one list of endpoints, in the order of the documents. Other paths of the deployed service answer 501. */
const defined: readonly Endpoint[] = [
  masterchainInfo,
  masterchainBlockShardState,
  masterchainBlockShards,
  transactions,
  blocks,
  messages,
  transactionsByMessage,
  transactionsByMasterchainBlock,
  adjacentTransactions,
  accountStates,
  walletStates,
  addressInformation,
  walletInformation,
  addressBook,
  metadata,
  topAccountsByBalance,
  decodeEndpoint,
  actions,
  traces,
  events,
  pendingActions,
  pendingTraces,
  pendingTransactions,
  sendMessageV3,
  estimateFeeV3,
  emulateTrace,
  runGetMethodV3,
  runGetMethodV2,
  getMasterchainInfo,
  ...addressEndpointsV2,
  ...accountEndpointsV2,
  ...blockEndpointsV2,
  ...blockTransactionEndpointsV2,
  ...transactionEndpointsV2,
  ...configEndpointsV2,
  ...sendEndpointsV2,
  estimateFeeV2,
];

/** All endpoints, with jsonRPC, which serves those of v2. */
export const endpoints: readonly Endpoint[] = [...defined, createJsonRpc(defined)];
