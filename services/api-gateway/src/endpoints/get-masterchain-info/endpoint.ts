import { blockIdV2, hash } from '@tonriver/api-model';
import { z } from 'zod';
import { MASTERCHAIN, MASTERCHAIN_SHARD } from '@tonriver/chain-reader';
import { textOf } from '../../answers/json-text.ts';
import { GatewayError } from '../../gateway-error.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { readMasterchainEnds } from '../masterchain-info/masterchain-ends.ts';
import { base64Of } from '../../answers/base64.ts';

/** v2 getMasterchainInfo: the newest masterchain block, its state, and the zero state of the network. */
export const getMasterchainInfo = defineEndpoint({
  path: '/v2/getMasterchainInfo',
  tag: 'blockchain',
  summary: 'Newest indexed masterchain block, and the zero state',
  description: 'Wallets recognise the network by the hashes of its zero state, `init`.',
  query: { schema: z.object({}), read: () => ({}) },
  answerSchema: z
    .strictObject({
      '@type': z.literal('blocks.masterchainInfo'),
      last: blockIdV2,
      state_root_hash: hash.meta({ description: 'Hash of the state after the block, standard base64' }),
      init: blockIdV2,
    })
    .meta({ id: 'MasterchainInfoV2' }),
  caching: 'watermark',
  async answer(_request, { reader, visibility, zeroState }) {
    const [{ last }, zero] = await Promise.all([readMasterchainEnds(reader, visibility), zeroState()]);
    if (zero === undefined) throw new GatewayError('not_ready', 'nothing is indexed yet', { retryAfterSeconds: 1 });
    return {
      text: textOf({
        '@type': 'blocks.masterchainInfo',
        last: {
          '@type': 'ton.blockIdExt',
          workchain: MASTERCHAIN,
          shard: String(MASTERCHAIN_SHARD),
          seqno: last.seqno,
          root_hash: base64Of(last.rootHash),
          // Nothing confirms the file of the newest block yet; v2 has no null.
          file_hash: last.fileHash === null ? '' : base64Of(last.fileHash),
        },
        state_root_hash: base64Of(last.stateNewHash),
        init: {
          '@type': 'ton.blockIdExt',
          workchain: MASTERCHAIN,
          // The zero state is not a block of a shard.
          shard: '0',
          seqno: 0,
          root_hash: base64Of(zero.rootHash),
          file_hash: base64Of(zero.fileHash),
        },
      }),
    };
  },
});
