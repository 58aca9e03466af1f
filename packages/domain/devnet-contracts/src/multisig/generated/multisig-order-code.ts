// Generated from multisig-order.tolk by `npm run build:contracts`: do not edit.
import type { CompiledCode } from '../../compiled-code.ts';

/** The compiled contract: SHA-256 of its cell, and the bag of cells in base64. */
export const multisigOrderCode: CompiledCode = {
  hash: 'd224265260aad4c0fbe2b51d5cda3cd5d6aa2c78b3d75a505f4cc2f26bccde86',
  boc: [
    'te6ccgECEAEAA4wAART/APSkE/S88sgLAQIBYgIDAgLOBAUA0aHHcdqJofSRp/5BjgEyYNra2tra2trhHCGmD6QBqaf/pg+mX6mj',
    'AgEDxEGAANqwE8YIT4AA2rARxghPgADasA/GCE+AANqwDcYIT4AA2rALxghPgADasAnGCA+AANqxxgggrCCKIGiCYQIBIAYHAgEg',
    'DA0D9z4kZEw4O1E0PpI0/8gxwCZMG1tbW1tbW1wjhDTB9IA1NP/0wfTL9TRgQCB4iDAAOMCKscAkl8L4FR3ZVR3ZSdWEdcLH8AA4',
    'wKED1YS1wsfghCnYiMPuvL0ERHXLCU7ERh88r/TP9MH0SX4klIiePQO8uBq+kjRxwXy4GqAICQoASztou37URB49IZvpZCOEwH6S',
    'NEjxwWUbCHbMeAhePR8b6Xo8sBqgAZ5fCPiSIscF8uBxAtcsJOOf3RTyv9M/0wfU0y/U0wABktMHkm0B4tH4l3BwUwNulBApbDLj',
    'DgfI+lIYy/8UywcUygDMFMv/EssHyy/Mye1UCwDCERHTHzGEDyHXScA48vSEDwHXCzeCKGFwcHJvdmW68vT4klJA8AFw+JL4lxET',
    'ERQRExESERMREhERERIREREQEREREA8REA8Q7xDeEM0QvBCrEJoQiRB4EGcQVhBFECPwAwBw+JL4lxETERQRExESERMREhERERIR',
    'EREQEREREA8REA8Q7xDeEM0QvBCrEJoQiRB4EGcQVhBF8AMAqlsCrnEnwQKORzN/+CdvEFADoYIJMS0AtgmAEPsCJfkAyM+R1CX9',
    'dhnLPyrPC/8lzwsvz4QGGMv/I88UycjPhYhSkPpScc8LbszJgQCQ+wABkjI34hYAOQxMjM0ApRfA4Bw4PgjuZNbgG/gAa1xsIBrc',
    'OMEgAvMOzs7Ozs7Ozsjggr68IC+8uByVHIQVH3LU9vwAjIhwwCOHxNfAzJsY8jPhQj6UoIQr68oPs8LjhLLP8sfyYBA+wDgMQSuG',
    'bEHpFMIvivI+lIrzwv/GssHKc8KACTPFBjL/yfPCwcmzwsvJc8Uye1UB+MD+CdvEFAHoYA4PADIxbGLIz4UI+lKCEIJgm/bPC47L',
    'P8mAQPsAAK6CCTEtALYJgBD7AoIImJaAyM+FCBf6UlAG+gKCEIJgm/bPC4ohzws/yYAR+wAE+QDIz5HUJf12Fcs/Fcv/yy/LB8v/',
    'zMnIz4WIEvpScc8LbszJgQCQ+wA=',
  ].join(''),
};
