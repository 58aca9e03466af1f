import type { ChainReader } from '@tonriver/chain-reader';
import type { BodyPrinter } from './body-printer.ts';

/** What answers are made with: the reader of the chain, and the printer whose texts several answers share. */
export interface AnswerReader extends ChainReader {
  readonly bodyPrinter: BodyPrinter;
}
