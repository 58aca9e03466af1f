import {
  bits,
  bool,
  cell,
  coins,
  constructor,
  field,
  group,
  maybe,
  queryId,
  record,
  ref,
  rest,
  uint,
} from '../schema-language.ts';

/** TorrentInfo, which contracts write without a tag. */
const torrentInfo = record(
  'torrent_info',
  field('piece_size', uint(32)),
  field('file_size', uint(64)),
  field('root_hash', uint(256)),
  field('header_size', uint(64)),
  field('header_hash', uint(256)),
  field('microchunk_hash', maybe(uint(256))),
  field('description', rest),
);

/** TON Storage: contracts between clients and providers. */
export const storageContracts = [
  group(
    3,
    constructor('deploy_storage_contract', 0xe4748df1, [
      queryId,
      field('info', ref(torrentInfo)),
      field('merkle_hash', bits(256)),
      field('expected_rate', coins),
      field('expected_max_span', uint(32)),
    ]),
    constructor('update_pubkey', 0x53f34cd6, [queryId, field('new_pubkey', bits(256))]),
    constructor('update_storage_params', 0x54cbf19b, [
      queryId,
      field('accept_new_contracts', bool),
      field('rate_per_mb_day', coins),
      field('max_span', uint(32)),
      field('minimal_file_size', uint(64)),
      field('maximal_file_size', uint(64)),
    ]),
    constructor('offer_storage_contract', 0x107c49ef, [queryId]),
    constructor('accept_storage_contract', 0x7a361688, [queryId]),
    constructor('storage_contract_confirmed', 0xd4caedcd, [
      field('cur_lt', uint(64)),
      field('torrent_hash', bits(256)),
    ]),
    constructor('close_storage_contract', 0x79f937ea, [queryId]),
    constructor('storage_contract_terminated', 0xb6236d63, [
      field('cur_lt', uint(64)),
      field('torrent_hash', bits(256)),
    ]),
    constructor('storage_withdraw', 0x46ed2e94, [queryId]),
    constructor('storage_reward_withdrawal', 0xa91baf56, [queryId]),
    constructor('proof_storage', 0x419d5d4d, [queryId, field('file_dict_proof', cell)]),
  ),
];
