import {
  address,
  bits,
  cell,
  constructor,
  field,
  grams,
  group,
  int,
  internalAddress,
  maybe,
  record,
  ref,
  sizedBytes,
  uint,
} from '../schema-language.ts';

const bid = field('bid', grams);
const signedQueryId = field('query_id', int(64));

/** TeleitemAuctionConfig. */
const teleitemAuctionConfig = record(
  'teleitem_auction_config',
  field('beneficiary_address', internalAddress),
  field('initial_min_bid', grams),
  field('max_bid', grams),
  field('min_bid_step', uint(8)),
  field('min_extend_time', uint(32)),
  field('duration', uint(32)),
);
const auctionConfig = field('auction_config', ref(teleitemAuctionConfig));

/** TelemintText. */
const telemintText = record('telemint_text', field('len', uint(8)), field('text', sizedBytes('len')));

/** TelemintTokenInfo. */
const telemintTokenInfo = record('telemint_token_info', field('name', telemintText), field('domain', telemintText));

/** NftRoyaltyParams. */
const nftRoyaltyParams = record(
  'nft_royalty_params',
  field('numerator', uint(16)),
  field('denominator', uint(16)),
  field('destination', address),
);

/** TelemintUnsignedDeploy. */
const telemintUnsignedDeploy = record(
  'telemint_unsigned_deploy',
  field('subwallet_id', uint(32)),
  field('valid_since', uint(32)),
  field('valid_till', uint(32)),
  field('token_name', telemintText),
  field('content', cell),
  auctionConfig,
  field('royalty_params', maybe(ref(nftRoyaltyParams))),
);

/** TelemintRestrictions. */
const telemintRestrictions = record(
  'telemint_restrictions',
  field('force_sender_address', maybe(internalAddress)),
  field('rewrite_sender_address', maybe(internalAddress)),
);

/** TelemintUnsignedDeployV2. */
const telemintUnsignedDeployV2 = record(
  'telemint_unsigned_deploy_v2',
  field('subwallet_id', uint(32)),
  field('valid_since', uint(32)),
  field('valid_till', uint(32)),
  field('token_name', telemintText),
  field('content', cell),
  auctionConfig,
  field('royalty_params', maybe(ref(nftRoyaltyParams))),
  field('restrictions', maybe(ref(telemintRestrictions))),
);

/** Fragment: user names and numbers of Telegram, and their auctions. */
export const telemint = [
  group(
    5,
    constructor('teleitem_bid_info', 0x38127de1, [bid, field('bid_ts', uint(32))]),
    constructor('teleitem_return_bid', 0xa43227e1, [signedQueryId]),
    constructor('teleitem_ok', 0xa37a0983, [signedQueryId]),
    constructor('teleitem_msg_deploy', 0x299a3e15, [
      field('sender_address', internalAddress),
      bid,
      field('token_info', ref(telemintTokenInfo)),
      field('nft_content', cell),
      auctionConfig,
      field('royalty_params', ref(nftRoyaltyParams)),
    ]),
    constructor('teleitem_msg_start_auction', 0x487a8e81, [signedQueryId, auctionConfig]),
    constructor('teleitem_msg_cancel_auction', 0x371638ae, [signedQueryId]),
    constructor('telemint_msg_deploy', 0x4637289a, [field('sig', bits(512)), field('msg', telemintUnsignedDeploy)]),
    constructor('telemint_msg_deploy_v2', 0x4637289b, [
      field('sig', bits(512)),
      field('msg', telemintUnsignedDeployV2),
    ]),
  ),
  group(6, constructor('teleitem_msg_deploy_head', 0x299a3e15, [field('sender_address', internalAddress), bid])),
];
