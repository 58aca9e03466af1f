import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

/** Accounts, code and numbers of 32 bytes that the protocols themselves define. */
const constants: ReadonlySet<string> = new Set([
  // Masters of wrapped TON.
  '8CDC1D7640AD5EE326527FC1AD0514F468B30DC84B0173F0E155F451B4E11F7C',
  '671963027F7F85659AB55B821671688601CDCF1EE674FC7FBBB1A776A18D34A3',
  '949C4C66760C002800E2FA3D8A3CA4E1C90A9373B53AE7472033483BF14CD95E',
  // TONCO's wallet of wrapped TON.
  '871DA9215B14902166F0EA2A16DB56278D528108377F8158C5F4CCFDFDD22E17',
  // The collection of .ton domains, and the code of its items.
  'B774D95EB20543F186C06B371AB88AD704F7E256130CAF96189368A7D0CB6CCF',
  'i1/8nr/TkGTY1fVuRlnIJrt1k5I/XKSHKL5NYK9vUfk=',
  // Ethena's jettons.
  '086FA2A675F74347B08DD4606A549B8FDB98829CB282BC1949D3B12FBAED9DCC',
  'D0E545323C7ACB7102653C073377F7E3C67F122EB94D430A250739F109D4A57D',
  // EVAA's number for TON.
  '1a4219fe5e60d63af2a3cc7dce6fec69b45c6b5718497a6148e7c232ac87bd8a',
  // Code of sales and auctions.
  '2pufziLofEllctIDZSWVebzO+RpyA1fMvowFLvyb4I8=',
  'gnj0xSM95vvtyWmvUZNEp6m//FRIVtuphqlcC8+Fcck=',
  'MgUN+sRPZIZrzIbyzZ4TBf6dyts5WcACI3z7CQLUQyM=',
  '3rU7bFdlwebNI4v0e8XoO6WWvcwEsLhM1Qqx5HSgjzE=',
  'JCIfpXHlQuBVx3vt/b9SfHr0YM/cfzRMRQeHtM+h600=',
  'a5WmQYucnSNZBF0edVm41UmuDlBvJMqrWPowyPsf64Y=',
  '/ACindAgW83MDT/7nKOMw8jBWexg2KpUMkCpLxBZLUA=',
  'ZmiHL6eXBUQ//UdSPo6eqfdquZ+aC1nSfej4GhwnudQ=',
  'G9nFo5v/t6DzQViXLdkrgTqEK/Ze8UEJOCIAzq+Pct8=',
  'u29ireD+stefqzuK6/CTCvmFU99gCTsgJ/Covxab/Ow=',
  'zlp4U06qps7tja/UhtB262CpsNbb+1Nnb2YmScBomVY=',
]);

/** 64 hexadecimal digits, base64 of 32 bytes, or a user-friendly address. */
const wide = /(?<![0-9A-Za-z+/_-])(?:0x)?([0-9a-fA-F]{64}|[0-9A-Za-z+/]{43}=|[0-9A-Za-z_-]{48})(?![0-9A-Za-z+/=_-])/g;

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return entry.name.endsWith('.ts') && !/\.test(-support)?\.ts$/.test(entry.name) ? [path] : [];
  });
}

it('the sources name no hash and no address but the constants of the protocols', () => {
  const found = sources(import.meta.dirname).flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(wide)].map(([, text = '']) => text),
  );
  const unknown = found.filter((text) => !constants.has(text) && !/^[a-z-]+$/.test(text));
  expect(unknown).toEqual([]);
  expect([...constants].filter((text) => !found.includes(text))).toEqual([]);
});
