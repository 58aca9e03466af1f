const TON_DECIMALS = 9;

/**
 * Returns an amount of nanotons (digits, with or without a sign) in TON, with all its digits.
 *
 * @param {string | null | undefined} nanotons null or undefined: not known
 */
export function tonText(nanotons) {
  if (nanotons === null || nanotons === undefined || !/^-?\d+$/.test(nanotons)) return '—';
  return `${decimalText(nanotons, TON_DECIMALS)} TON`;
}

/**
 * Returns an amount of the smallest units of a coin in whole coins, with all its digits.
 *
 * @param {string} units digits, with or without a sign
 * @param {number} decimals how many digits stand behind the point
 */
export function decimalText(units, decimals) {
  const amount = BigInt(units);
  const positive = amount < 0n ? -amount : amount;
  const unit = 10n ** BigInt(decimals);
  const fraction =
    decimals === 0
      ? ''
      : String(positive % unit)
          .padStart(decimals, '0')
          .replace(/0+$/, '');
  return `${amount < 0n ? '−' : ''}${countText(positive / unit)}${fraction === '' ? '' : `.${fraction}`}`;
}

/**
 * Returns the change between two amounts of nanotons, with its sign; undefined if one is not known.
 *
 * @param {string | null | undefined} before
 * @param {string | null | undefined} after
 */
export function changeText(before, after) {
  if (!before || !after) return undefined;
  const change = BigInt(after) - BigInt(before);
  return `${change > 0n ? '+' : ''}${tonText(String(change))}`;
}

/**
 * Returns a whole number with its digits in groups of three.
 *
 * @param {number | bigint | string} count
 */
export function countText(count) {
  return String(count).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');
}

/**
 * Returns a number of the API that has a sign as one without: shards of 64 bits, opcodes of 32.
 *
 * @param {string | number} signed
 * @param {32 | 64} bits
 */
export function unsignedHex(signed, bits) {
  return BigInt.asUintN(bits, BigInt(signed))
    .toString(16)
    .padStart(bits / 4, '0');
}

/**
 * Returns a shard (hexadecimal) without the zeros at its end, which say nothing.
 *
 * @param {string} hex
 */
export function shortShard(hex) {
  return hex.replace(/(?<=.)0+$/, '');
}

/**
 * Returns a shard in hexadecimal as the API takes it: a signed decimal.
 *
 * @param {string} hex
 */
export function signedShard(hex) {
  return String(BigInt.asIntN(64, BigInt(`0x${hex}`)));
}
