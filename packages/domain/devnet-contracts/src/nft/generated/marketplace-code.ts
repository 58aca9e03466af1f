// Generated from marketplace.tolk by `npm run build:contracts`: do not edit.
import type { CompiledCode } from '../../compiled-code.ts';

/** The compiled contract: SHA-256 of its cell, and the bag of cells in base64. */
export const marketplaceCode: CompiledCode = {
  hash: 'e16b13efcfac0558f9210bbcd051085453dfc1724302626a848e8381d2618b66',
  boc: [
    'te6ccgECCgEAAd0AART/APSkE/S88sgLAQIBYgIDAgLPBAUAGaA24dqJofSRph+oY6MB9z4kZEw4CDHAJEw4IQPAdcsICicbIwS8',
    'vTTP/pQIW4hxwGxkl8D4PiX8YAB2jTAAI46XwP4koIK+vCAcvsCbYsEyM+RfzD0UhXLP1Iw+lIT+lQS9ADPhCASzsnIz4WIEvpSc',
    'c8LbszJgwb7AODtRND6SNMP1NH4I/go+JKAGAaE7aLt+wHSAAGzAoIQCPDRgLkSsZUwbW1tcODXTNAg10nBJJUwbW1tcOAg1wsfg',
    'hBzZWxsvZUwbW1tcOCZW21tbXDbMV8E7eO6iu1B7fEB8v+AJAvxShYED6KmEBcj6UlAF+gIW+lJQBPoCycjPgRXLHxL6UvpSUkD6',
    'VFAD+gLMz4HJggnJw4DIz4kIAVMjyM+E0MzM+RbPC/8B+gKBAIzPC3AizxQhzxTJcfsA+JICyM+E0MzM+RbIz4oAQMv/z1CCCTEt',
    'AIIK+vCAcvsCbYsEyIkHCAAIX8w9FABIzxYXyz8T+lIU+lT0AFj6AhLOycjPhYgS+lJxzwtuzMmDBvsAAGjXLCObK2Nk8r/6APpI',
    '+gDR7UTQ+kgx0w/UMdFSMIED6KmEIaAju5OBAIWWXwNtbW1w4tsx',
  ].join(''),
};
