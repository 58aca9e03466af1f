import {
  address,
  bool,
  cell,
  coins,
  constructor,
  field,
  group,
  maybeCell,
  payload,
  queryId,
  uint,
  varUint16,
} from '../schema-language.ts';

/** TEP-62 items, TEP-66 royalties, TEP-85 soul-bound items, and the update of a sale. */
export const nfts = [
  group(
    2,
    constructor('nft_transfer', 0x5fcc3d14, [
      queryId,
      field('new_owner', address),
      field('response_destination', address),
      field('custom_payload', maybeCell),
      field('forward_amount', varUint16),
      field('forward_payload', payload),
    ]),
    constructor('nft_ownership_assigned', 0x05138d91, [
      queryId,
      field('prev_owner', address),
      field('forward_payload', payload),
    ]),
    constructor('get_static_data', 0x2fcb26a2, [queryId]),
    constructor('report_static_data', 0x8b771735, [queryId, field('index', uint(256)), field('collection', address)]),
    constructor('get_royalty_params', 0x693d3950, [queryId]),
    constructor('report_royalty_params', 0xa8cb00ad, [
      queryId,
      field('numerator', uint(16)),
      field('denominator', uint(16)),
      field('destination', address),
    ]),
    constructor('prove_ownership', 0x04ded148, [
      queryId,
      field('dest', address),
      field('forward_payload', cell),
      field('with_content', bool),
    ]),
    constructor('ownership_proof', 0x0524c7ae, [
      queryId,
      field('item_id', uint(256)),
      field('owner', address),
      field('data', cell),
      field('revoked_at', uint(64)),
      field('content', maybeCell),
    ]),
    constructor('sbt_request_owner', 0xd0c3bfea, [
      queryId,
      field('dest', address),
      field('forward_payload', cell),
      field('with_content', bool),
    ]),
    constructor('sbt_owner_info', 0x0dd607e3, [
      queryId,
      field('item_id', uint(256)),
      field('initiator', address),
      field('owner', address),
      field('data', cell),
      field('revoked_at', uint(64)),
      field('content', maybeCell),
    ]),
    constructor('sbt_destroy', 0x1f04537a, [queryId]),
    constructor('sbt_revoke', 0x6f89f5e3, [queryId]),
  ),
  group(
    6,
    constructor('sale_update_message', 0x6c6c2080, [
      queryId,
      field('new_full_price', coins),
      field('new_mp_fee', coins),
      field('new_royalty_amount', coins),
    ]),
  ),
];
