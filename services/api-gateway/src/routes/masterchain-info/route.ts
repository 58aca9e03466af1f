import { blockOf } from '../../answers/block.ts';
import { textOf } from '../../answers/json-text.ts';
import { GatewayError } from '../../gateway-error.ts';
import { blockKeyText, MASTERCHAIN, MASTERCHAIN_SHARD } from '../../reading/blocks.ts';
import { HoleError } from '../../reading/holes.ts';
import type { Endpoint } from '../endpoint.ts';

/** GET masterchainInfo: the first and the last masterchain block of the contiguous indexed range. */
export const masterchainInfo: Endpoint<object> = {
  name: 'masterchainInfo',
  parse: () => ({}),
  async answer(_query, { dialect, reader, visibility }) {
    const { range } = visibility;
    if (range === undefined) throw notReady();
    const keys = [range.lastSeqno, range.firstSeqno].map((seqno) =>
      blockKeyText({ workchain: MASTERCHAIN, shard: MASTERCHAIN_SHARD, seqno }),
    );
    const [last, first] = await reader.blocks.byKey.getMany(keys);
    // The watermark is written after its blocks.
    if (last === undefined || first === undefined) {
      throw new HoleError({ table: 'blocks', requiredBy: 'watermarks', key: keys[last === undefined ? 0 : 1] ?? '' });
    }
    return { text: textOf({ last: blockOf(dialect, last), first: blockOf(dialect, first) }) };
  },
};

function notReady(): GatewayError {
  return new GatewayError('not_ready', 'no masterchain block is indexed yet', { retryAfterSeconds: 1 });
}
