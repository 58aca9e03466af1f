// Generated from marketplace.tolk by `npm run build:contracts`: do not edit.
import type { CompiledCode } from '../../compiled-code.ts';

/** The compiled contract: SHA-256 of its cell, and the bag of cells in base64. */
export const marketplaceCode: CompiledCode = {
  hash: 'efb4b0fa535d0c8fc5ebe10642c9a2ce457c74c3cc9375258d9dc1d79986c8e9',
  boc: [
    'te6ccgECCQEAAgUAART/APSkE/S88sgLAQIBYgIDAgLPBAUAGaA24dqJofSRph+oY6MB9T4kZEw4CDHAJEw4IQPAdcsICicbIwS8',
    'vTTP/pQIW4hxwGxkl8D4PiX8YAB2jTAAI46XwP4koIK+vCAcvsCbYsEyM+RfzD0UhXLP1Iw+lIT+lQS9ADPhCASzsnIz4WIEvpSc',
    'c8LbszJgwb7AODtRND6SNMP1NFSUoED6IAYBoTtou37AdIAAbMCghAI8NGAuRKxlTBtbW1w4NdM0CDXScEklTBtbW1w4CDXCx+CE',
    'HNlbGy9lTBtbW1w4JlbbW1tcNsxXwTt47qK7UHt8QHy/4AgB/qmE+CgmwACRcJghggGGoCiphOInwACRcJglggGGoCmphOIFyPpS',
    'F/pSFssQE8sQyfgj+JIByMsf+lJQA/oCUAP6As+BycjPgRT6UlJQ+lRQBPoCcM8LXxPMzMmCCcnDgMjPiQgBUyPIz4TQzMz5Fs8L',
    '/wH6AoEAjM8LcCLPFCEHAKbPFMlx+wD4kgLIz4TQzMz5FsjPigBAy//PUIIJMS0Aggr68IBy+wJtiwTIz5F/MPRSF8s/E/pSFPpU',
    '9ABY+gISzsnIz4WIEvpScc8LbszJgwb7AABo1ywjmytjZPK/+gD6SPoA0e1E0PpIMdMP1DHRUjCBA+iphCGgI7uTgQCFll8DbW1t',
    'cOLbMQ==',
  ].join(''),
};
