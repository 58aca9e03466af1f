import { body, cell, comment } from './body-builder.test-support.ts';
import { itemOf, send } from './built-trace.test-support.ts';
import { addr, type MatcherCase } from './matcher-case.test-support.ts';

const collection = '0:B774D95EB20543F186C06B371AB88AD704F7E256130CAF96189368A7D0CB6CCF';
const telegram = itemOf('collection', { uri: 'https://nft.fragment.com/username/name.json' });

const nftTransfer = (to: string) =>
  body(0x5fcc3d14).query().to(to).to('user').maybe(null).coins(1n).either(comment('a gift'));
const assigned = (previous: string) => body(0x05138d91).query().to(previous);

const sale = (owner: string | null) => ({
  nftSale: {
    marketplace: addr('market'),
    nft: addr('item'),
    nftOwner: owner === null ? null : addr(owner),
    fullPrice: 1_000n,
    codeHash: null,
  },
});
const auction = (owner: string | null, codeHash: string | null = null) => ({
  nftAuction: {
    marketplace: addr('market'),
    nft: addr('item'),
    nftOwner: owner === null ? null : addr(owner),
    lastBid: 2_000n,
    codeHash,
  },
});

/** An auction hands the item over to its winner, and pays the seller. */
const auctionEnds = (command: string) => [
  send(
    'auction',
    comment(command),
    [
      send('item', nftTransfer('winner'), [send('winner', assigned('auction').nothing())], { name: 'transfer' }),
      send('seller', comment('Profit'), [], { name: 'profit', value: 1_900n }),
    ],
    { name: 'command' },
  ),
];

export const nftCases: readonly MatcherCase[] = [
  {
    matcher: 'NFT mint',
    sends: [send('item', body(0x12121212), [], { deploys: true, name: 'deploy' })],
    accounts: { item: itemOf('collection') },
    type: 'nft_mint',
    details: { owner: addr('user'), nft_item: addr('item'), nft_collection: addr('collection'), nft_item_index: '5' },
    needs: [],
    misses: [[send('item', body(0x12121212))]],
  },
  {
    matcher: 'NFT discovery',
    sends: [
      send(
        'item',
        body(0x2fcb26a2).query(),
        [send('user', body(0x8b771735).query().uint(9n, 256).to('collection'), [], { name: 'reply' })],
        { name: 'question' },
      ),
    ],
    type: 'nft_discovery',
    details: { source: addr('user'), nft_item: addr('item'), nft_collection: addr('collection'), nft_item_index: '9' },
    needs: ['question', 'reply'],
  },
  {
    matcher: 'NFT transfer',
    sends: [
      send('item', nftTransfer('friend'), [send('friend', assigned('old').nothing()), send('user', body(0xd53276db))], {
        name: 'transfer',
      }),
    ],
    accounts: { item: itemOf('collection') },
    type: 'nft_transfer',
    details: {
      nft_item: addr('item'),
      old_owner: addr('old'),
      new_owner: addr('friend'),
      is_purchase: false,
      comment: 'a gift',
      is_encrypted_comment: false,
    },
    needs: ['transfer'],
    failsWith: ['transfer'],
  },
  {
    matcher: 'Telegram NFT purchase',
    sends: [
      send('item', comment(''), [
        send('fees', body(0x370fec51).query(), [], { value: 5n }),
        send('seller', body(0x370fec51).query(), [], { value: 95n }),
        send('user', assigned('seller').either(body(0x38127de1).coins(100n).uint(1, 32)), [], { name: 'assigned' }),
      ]),
    ],
    accounts: { item: itemOf('collection') },
    type: 'nft_transfer',
    details: {
      new_owner: addr('user'),
      old_owner: addr('seller'),
      is_purchase: true,
      price: '100',
      royalty_amount: '5',
      royalty_address: addr('fees'),
      payout_amount: '95',
      payout_address: addr('seller'),
    },
    needs: ['assigned'],
    failsWith: ['assigned'],
  },
  {
    matcher: 'Getgems purchase',
    sends: auctionEnds('finish'),
    accounts: { item: itemOf('collection'), auction: auction('seller') },
    type: 'nft_purchase',
    details: {
      old_owner: addr('auction'),
      new_owner: addr('winner'),
      real_old_owner: addr('seller'),
      price: '2000',
      payout_amount: '1900',
      payout_comment: 'Profit',
    },
    needs: ['transfer', 'profit'],
  },
  {
    matcher: 'finish auction',
    sends: auctionEnds('stop'),
    accounts: { item: itemOf('collection'), auction: auction('seller') },
    type: 'nft_finish_auction',
    details: {
      owner: addr('winner'),
      nft_item: addr('item'),
      auction_address: addr('auction'),
      marketplace_address: null,
    },
    needs: ['command', 'profit'],
  },
  {
    matcher: 'cancel auction',
    sends: [
      send('auction', comment('cancel'), [send('item', nftTransfer('seller'), [], { name: 'transfer' })], {
        name: 'command',
      }),
    ],
    accounts: { item: itemOf('collection'), auction: auction('seller') },
    type: 'nft_cancel_auction',
    details: { owner: addr('seller'), nft_item: addr('item'), marketplace_address: addr('market') },
    needs: ['command', 'transfer'],
  },
  {
    matcher: 'cancel sale',
    sends: [
      send('sale', body(3).query(), [send('item', nftTransfer('user'), [], { name: 'transfer' })], { name: 'command' }),
    ],
    accounts: { item: itemOf('collection'), sale: sale('user') },
    type: 'nft_cancel_sale',
    details: { owner: addr('user'), nft_item: addr('item'), sale_address: addr('sale') },
    needs: ['command', 'transfer'],
  },
  {
    matcher: 'sale update',
    sends: [send('sale', body(0x6c6c2080).query().coins(900n).coins(9n).coins(8n), [], { name: 'update' })],
    accounts: { sale: sale('user') },
    type: 'nft_update_sale',
    details: { sale_contract: addr('sale'), nft_address: addr('item'), full_price: '900', royalty_amount: '8' },
    needs: ['update'],
    failsWith: ['update'],
  },
  {
    matcher: 'put on sale or auction',
    sends: [
      send(
        'item',
        nftTransfer('deployer'),
        [
          send('deployer', assigned('user').nothing(), [
            send('sale', body(0x22222222), [], {
              name: 'deployment',
              deploys: true,
              stateInit: cell()
                .uint(0b0011, 4)
                .flag(false)
                .ref(cell())
                .ref(
                  cell()
                    .flag(false)
                    .to('market')
                    .to('user')
                    .coins(1_000n)
                    .uint(0, 32)
                    .query()
                    .ref(cell().to('fee').to('royalty').uint(5, 17).uint(6, 17)),
                ),
            }),
            send('item', nftTransfer('sale'), [], { name: 'handover' }),
          ]),
        ],
        { name: 'transfer' },
      ),
    ],
    accounts: { item: itemOf('collection'), sale: sale('user') },
    type: 'nft_put_on_sale',
    details: {
      owner: addr('user'),
      listing_address: addr('deployer'),
      sale_address: addr('sale'),
      full_price: '1000',
      marketplace_fee: null,
      marketplace_fee_address: addr('fee'),
      royalty_address: addr('royalty'),
      marketplace_address: null,
    },
    needs: ['handover'],
  },
  {
    matcher: 'auction bid',
    sends: [send('auction', comment('bid'), [], { name: 'bid', value: 500n })],
    accounts: { item: itemOf('collection'), auction: auction('seller') },
    type: 'auction_bid',
    details: { amount: '500', bidder: addr('user'), auction: addr('auction'), nft_item: addr('item') },
    needs: ['bid'],
    failsWith: ['bid'],
  },
  {
    matcher: 'auction outbid',
    sends: [
      send('auction', comment('bid'), [
        send('loser', comment('Your bid has been outbid by another user.'), [], { name: 'refund', value: 400n }),
      ]),
    ],
    accounts: { item: itemOf('collection'), auction: auction('seller') },
    type: 'auction_outbid',
    details: { auction_address: addr('auction'), bidder: addr('loser'), new_bidder: addr('user'), amount: '400' },
    needs: ['refund'],
  },
  {
    matcher: 'teleitem start auction',
    sends: [
      send(
        'item',
        body(0x487a8e81).query().ref(cell().to('seller').coins(10n).coins(20n).uint(5, 8).uint(60, 32).uint(600, 32)),
        [send('user', body(0xa37a0983))],
        { name: 'start' },
      ),
    ],
    accounts: { item: telegram },
    type: 'teleitem_start_auction',
    details: {
      owner: addr('user'),
      auction_address: addr('item'),
      min_bid: '10',
      max_bid: '20',
      marketplace_fee_address: addr('seller'),
      marketplace_fee_factor: '0',
    },
    needs: ['start'],
    failsWith: ['start'],
  },
  {
    matcher: 'teleitem cancel auction',
    sends: [send('item', body(0x371638ae), [send('user', body(0xa37a0983))], { name: 'cancel' })],
    accounts: { item: telegram },
    type: 'teleitem_cancel_auction',
    details: { owner: addr('user'), auction_address: addr('item'), nft_collection: addr('collection') },
    needs: ['cancel'],
    failsWith: ['cancel'],
  },
  {
    matcher: 'DNS release',
    sends: [send('item', body(0x4ed14b65).query(), [], { name: 'release', value: 60n })],
    accounts: { item: itemOf(collection) },
    type: 'dns_release',
    details: { source: addr('user'), nft_item: addr('item'), value: '60', query_id: '7' },
    needs: ['release'],
    failsWith: ['release'],
  },
  {
    matcher: 'DNS purchase',
    sends: [
      send('item', body(0x44444444), [send('seller', body(0x370fec51).query(), [], { name: 'payout', value: 70n })]),
    ],
    accounts: { item: itemOf(collection) },
    type: 'dns_purchase',
    details: { nft_item: addr('item'), new_owner: addr('user'), price: '70', payout_amount: '70' },
    needs: ['payout'],
    failsWith: ['payout'],
  },
  {
    matcher: 'DNS record change',
    sends: [
      send(
        'item',
        body(0x4eb1f0f9).query().uint(0xabn, 256).ref(cell().uint(0x9fd3, 16).to('contract').uint(0, 8)),
        [],
        {
          name: 'change',
        },
      ),
    ],
    accounts: { item: itemOf(collection) },
    type: 'change_dns',
    details: {
      key: 'ab'.padStart(64, '0'),
      value: {
        sum_type: 'DNSSmcAddress',
        dns_smc_address: addr('contract'),
        dns_adnl_address: null,
        dns_text: null,
        dns_next_resolver_address: null,
        dns_storage_address: null,
        flags: 0,
      },
      asset: addr('item'),
    },
    needs: ['change'],
    failsWith: ['change'],
  },
];
