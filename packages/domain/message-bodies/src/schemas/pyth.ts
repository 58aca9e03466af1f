import { address, cell, cellOf, constructor, field, group, rest, uint } from '../schema-language.ts';

/** Pyth: prices from an oracle. */
export const pyth = [
  group(
    5,
    constructor('pyth_update_guardian_set', 0x00000001, [
      field(
        '',
        cellOf(
          field('version', uint(8)),
          field('guardian_set_index', uint(32)),
          field('signatures_length', uint(8)),
          field('rest_signatures', rest),
        ),
      ),
    ]),
  ),
  group(
    6,
    constructor('pyth_parse_unique_price_feed_updates', 0x00000006, [
      field('update_data', cell),
      field('price_ids', cell),
      field('publish_time', uint(64)),
      field('max_staleness', uint(64)),
      field('target_address', address),
      field('custom_payload', cell),
    ]),
  ),
  group(
    7,
    constructor('pyth_parse_price_feed_updates', 0x00000005, [
      field('update_data', cell),
      field('price_ids', cell),
      field('min_publish_time', uint(64)),
      field('max_publish_time', uint(64)),
      field('target_address', address),
      field('custom_payload', cell),
    ]),
    constructor('pyth_parse_unique_price_feed_updates', 0x00000006, [
      field('number_of_price_feeds', uint(8)),
      field('price_feeds', cell),
      field('sender_address', address),
      field('custom_payload', rest),
    ]),
    constructor('pyth_response_success', 0x00010001, [field('result', cell), field('original_custom_payload', cell)]),
    constructor('pyth_response_error', 0x00010002, [
      field('error_code', uint(32)),
      field('original_op_code', uint(32)),
      field('original_custom_payload', cell),
    ]),
  ),
];
