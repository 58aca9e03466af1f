import { base64Of } from './base64.ts';

/**
 * Interfaces that the code alone proves, as the deployed service names them: name → hashes of codes, base64. Those that
 * are told by the methods of a code are not among them.
 */
const CODES: Readonly<Record<string, readonly string[]>> = {
  airdrop_interlocker_v1: ['rNK47E23QUOW+lNphlPswEpBbuNknY9bILQfF2rYM/A='],
  airdrop_interlocker_v2: ['D/RKlvwkgRESNtjZkg/W4pthCCFePsW6dh6tlgKtraQ='],
  coffee_cross_dex: ['/qnGoe9eqyxcqU1r7x4zmUxXhqvrUmR2DhUNozv7Nnc='],
  coffee_mev_protector: ['WPvC26JoTTi4C/zj3Fqf/OAK+bRkx7TcIc9X46rhHxw='],
  gram_miner: ['zK5v+2A8fT53mrWewmf/wi3B6+CvmDmQIomnqD5MAPE='],
  jetton_wallet_coffee_lp: ['18OPqZSoKCZXIJ+T68Xf6Qil8G0uQfDAhekXvE9UorM='],
  jetton_wallet_governed: ['iUaPAseOVwgC45l5yFFvw43wfqdqSDV+BTbyuns+43s='],
  jetton_wallet_v1: ['vrBoPr64kn/p/I7AoYvH3ReJlomCWhIeq0bFo6hg0M4='],
  jetton_wallet_v2: ['jSjqQht36AX+pSrPM1KWSZ8Drsjp/SHdtfJWSqZcSN4='],
  moon_booster: ['zoTDgsi2rA0FISu6o00F5U4eMOLMkony2cnWRyahEqg='],
  moon_order: ['iMONKVhrXXSLrbx7Tb/iOcJcuFypxFhqROBVB6bt9qY=', '7gcUCzzP4mHtKFgPYKFr2kxLnG19p64F9bfH4rHf4iY='],
  moon_order_factory: ['0Ec31vZ4EDqeRIwiEJkZ0PnL4F7xsag8XnuIZoOlRwQ='],
  moon_pool: ['KAgWUlMoah5P5j76ubo1SBE3qsCxoPntzLj2RC3eRsQ='],
  multisig_order_v2: ['oB4Ff71CiEArmJjXjWe9TpAlTJPFhmh5vC0dEoZUNrw='],
  multisig_v2: ['09FNqaYn8Ow1MzQYKXYq+SuVQLIb8DZl+sCcK0bqu6w='],
  nft_auction_getgems_v3: [
    'G9nFo5v/t6DzQViLXdkrgTqEK/Ze8UEJOCIAzq+Pct8=',
    'ZmiHL6eXBUQ//UdSPo6eqfdquZ+aC1nSfej4GhwnudQ=',
  ],
  nft_auction_getgems_v4: ['zlp4U06qps7tja/UhtB262CpsNbb+1Nnb2YmScBomVY='],
  nft_item_simple: ['TJEjgoaC+m9DeXq0FzK8qJDK4Bdm4GdBACUFFuC/jUI='],
  nft_offer_getgems_v1: ['bl1mf6bvqBh8bQKe/UAVYBIy/S42wpHbw0be2rbcgCQ='],
  nft_sale_getgems_v2: ['gnj0xSM95vvtyWmvUZNEp6m//FRIVtuphqlcC8+Fcck='],
  nft_sale_getgems_v3: [
    'JCIfpXHlQuBVx3vt/b9SfHr0YM/cfzRMRQeHtM+h600=',
    '3rU7bFdlwebNI4v0e8XoO6WWvcwEsLhM1Qqx5HSgjzE=',
    'MgUN+sRPZIZrzIbyzZ4TBf6dyts5WcACI3z7CQLUQyM=',
  ],
  nft_sale_getgems_v4: ['a5WmQYucnSNZBF0edVm41UmuDlBvJMqrWPowyPsf64Y='],
  omniston_referral: ['7cxi8XUil/vaJAjAnKQgs6+VKBAuM7ngoOvjhVPBj+w=', 'bNo1HDwO42iHOl6hD1O5pHpVqs3I3rP9EDwvloyVJSc='],
  subscription_v2: ['XUG7cGLs/yqv7/IFppEtfFyyIwjbHRLCCH3IzAORwy4='],
  tonco_pool: ['vJR9FjRsL9yEW3pEY4L1nIassHXiox2/qVbNDJ5UZ44='],
  tonco_router: ['m5iR6qfbe+zGzN2hvZqNJdw98oF9V+SyfsAD2vgaRDk='],
  tonkeeper_2fa: ['xe8Z3yKu6LcHvXoYEXTkAKQiUiPFrkDYMg9d3XB9NKE='],
  wallet_highload_v1r1: ['2M27t58sXKpnesRQdwvgNRviHhJQSG3oXMUqoz3RZIQ='],
  wallet_highload_v1r2: ['Dc7tISadZgE+lbGfu1xVpvAa2tQIN7qo5SHN46AqpGw='],
  wallet_highload_v2: ['lJTRzI7fEvBWcaGpugmSEJbrUIEeGSTsZcPGKfu4CBI='],
  wallet_highload_v2r1: ['jOtFs81LXMYOquHBO5wJI5Jnf+U2sumy2AG2Lv+TH+E='],
  wallet_highload_v2r2: ['ID3U81ittJmTEpqpJcrDmRa2ig5PeNJujywraer6Vnk='],
  wallet_highload_v3r1: ['EayteVWEQJDyg78ji8FEmHH3g+fMCXlAjT9IWUg+hSU='],
  wallet_preprocessed_v2: ['Reu86bXSNYhstr/hw62TtwjeBYJEiSNlye4N/kOct7U='],
  wallet_v1r1: ['oM/CxIruFqJx8s/AtzgtgXVs7LEBfQd/qqs7tgL2how='],
  wallet_v1r2: ['1JAvzJ+tdGmPqONTIgpo2g3PcuMryy657gQhfBfTBiw='],
  wallet_v1r3: ['WHzHie/xyE9G7DeX5F/ICaFP9a4k8eDHpqmcydyQYf8='],
  wallet_v2r1: ['XJpeaMEI4YchoHxC+ZVr+zmtd+xtYktgxXbsiO7mUyk='],
  wallet_v2r2: ['/pUw0yQ4Uwg+8u8LTCkIwKv2+hwx6iQ6rKpb+MfXU/E='],
  wallet_v3r1: ['thBBpYp5gLlG6PueGY48kE0keZ/6NldOpCUcQaVm9YE='],
  wallet_v3r2: ['hNr6RJ+Ypph3ibojI1gHK8D3bcRSQAKl0JGLmnXS1Zk='],
  wallet_v4r1: ['ZN1UgFUixb6KnbWc6gEFzPDQh4bKeb64y3nogKjXMi0='],
  wallet_v4r2: ['/rX/aCDi/w2Ug+fg1iyBfYRniftK5YDIeIZtlZ2r1cA='],
  wallet_v5_beta: ['89fKU0k97trCizgZhqhJQDy6w9LFhHea8IEGWvCsS5M=', '5M87L0xtamHqDytUR9JmeFsmrzY32y3u5rzRqoJvNBI='],
  wallet_v5r1: ['IINLe3KxEhR+Gy+0V7hOdNGjDwT3N9T2KmaOlVLSty8='],
  wallet_vesting: ['tItTGr7DtxRjgpH3137W3J9qJynvyiBHcTc3TUrotZA='],
  x1000_affiliate_account: ['RFb60SpDTEiYsFrGW6td6A2zPydcYCB0bejhEaXNpOY='],
  x1000_affiliate_program: ['yLuWL5k+Jp+RQ1u+dsG7rdb6Tq0+msgcoJdeGCDL7ws='],
  x1000_wallet_v1: ['Q9RHFtMmqDLO1WprYKAstnYw4E9Xhf6J+HhKEQzzYVE='],
};

const NONE: readonly string[] = [];
const interfacesOfCode: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(CODES).flatMap(([name, hashes]) => hashes.map((hash) => [hash, [name]] as const)),
);

/** Returns the interface of an account whose code is known by its hash; none for other code, and without code. */
export function knownInterfacesOf(codeHash: Uint8Array | null | undefined): readonly string[] {
  if (codeHash === null || codeHash === undefined) return NONE;
  return interfacesOfCode.get(base64Of(codeHash)) ?? NONE;
}
