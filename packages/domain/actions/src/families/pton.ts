/** Masters of wrapped TON. */
const ptonMasters: ReadonlySet<string> = new Set([
  '0:8CDC1D7640AD5EE326527FC1AD0514F468B30DC84B0173F0E155F451B4E11F7C',
  '0:671963027F7F85659AB55B821671688601CDCF1EE674FC7FBBB1A776A18D34A3',
  '0:949C4C66760C002800E2FA3D8A3CA4E1C90A9373B53AE7472033483BF14CD95E',
]);

export function isPton(jetton: string | null): boolean {
  return jetton !== null && ptonMasters.has(jetton);
}

/** An asset as swaps and pools name it: wrapped TON is TON, which is null. */
export function assetOf(jetton: string | null): string | null {
  return isPton(jetton) ? null : jetton;
}
