import type { Bag } from '@tonriver/boc';

/**
 * Instructions through which a contract can see its configuration, by their first 16 bits: it lies in c7, slot 0,
 * place 9. Each has its fixed part in these bits, so a window of 16 bits at any offset finds it.
 *
 * Other instructions that use c7 cannot show it. SAVE c7, POPSAVE c7, SETCONTCTRMANY … put it into a continuation, out
 * of which only an instruction of this table can take it; a continuation in a result is for the caller to notice.
 * GETGLOB with a constant takes slots from 1 on. UNPACKEDCONFIGTUPLE and the fees take place 14, which the TVM fills in
 * before the run.
 */
const configReading: readonly number[] = [
  0xf829, // CONFIGROOT (GETPARAM 9)
  0xf830, // CONFIGDICT
  0xf832, // CONFIGPARAM
  0xf833, // CONFIGOPTPARAM
  0xf840, // GETGLOBVAR, which can take slot 0
  0xf881, // GETPARAMLONG
  0xed47, // PUSHCTR c7
  0xede0, // PUSHCTRX
];

/** The same for versions that have no place 14 in slot 0: these two then look into the dictionary. */
const configReadingBeforeVersion6: readonly number[] = [
  0xf835, // GLOBALID
  0xfb08, // SENDMSG
];

/** Instructions that show the previous blocks: slot 0, place 13. Those above that can take any place show them too. */
const previousBlocksReading: readonly number[] = [
  0xf82d, // PREVBLOCKSINFOTUPLE (GETPARAM 13)
  0xf834, // PREVMCBLOCKS, PREVKEYBLOCK, PREVMCBLOCKS_100
  0xf840,
  0xf881,
  0xed47,
  0xede0,
];

/** SENDMSG needs parameter 43 in a form that can be read. */
const sendMessage = 0xfb08;
/** ENDXC makes exotic cells of computed content: a reference to any library. */
const endExotic = 0xcf23;

const configFlag = 1;
const oldConfigFlag = 2;
const libraryFlag = 4;
const sendMessageFlag = 8;
const previousBlocksFlag = 16;
const flags = flagTable();

/** Result of a scan of cells. A match may be accidental, but if there is none, the instruction is certainly absent. */
export interface OpcodeFindings {
  readonly readsConfig: boolean;
  /** The same for global versions before 6. */
  readonly readsConfigBeforeVersion6: boolean;
  readonly buildsLibraryReferences: boolean;
  readonly sendsMessages: boolean;
  readonly readsPreviousBlocks: boolean;
}

/**
 * Looks for the instructions above at every bit offset of every cell of a bag: an instruction never crosses cells, and
 * wherever the TVM begins to read, it meets one only as a run of bits that is looked at here.
 */
export function scanOpcodes(bag: Bag): OpcodeFindings {
  const { bytes, dataStart, bitLengths } = bag.table;
  let found = 0;
  for (let cell = 0; cell < bag.cellCount; cell++) {
    const last = bitLengths[cell]! - 16;
    const start = dataStart[cell]!;
    for (let bit = 0; bit <= last; bit++) {
      const at = start + (bit >> 3);
      const window = ((bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!) >> (8 - (bit & 7));
      found |= flags[window & 0xffff]!;
    }
  }
  return {
    readsConfig: (found & configFlag) !== 0,
    readsConfigBeforeVersion6: (found & (configFlag | oldConfigFlag)) !== 0,
    buildsLibraryReferences: (found & libraryFlag) !== 0,
    sendsMessages: (found & sendMessageFlag) !== 0,
    readsPreviousBlocks: (found & previousBlocksFlag) !== 0,
  };
}

function flagTable(): Uint8Array {
  const table = new Uint8Array(2 ** 16);
  for (const opcode of configReading) table[opcode]! |= configFlag;
  for (const opcode of configReadingBeforeVersion6) table[opcode]! |= oldConfigFlag;
  for (const opcode of previousBlocksReading) table[opcode]! |= previousBlocksFlag;
  table[endExotic]! |= libraryFlag;
  table[sendMessage]! |= sendMessageFlag;
  return table;
}

/** Every 16-bit beginning that counts as reading the configuration: for tests. */
export const configReadingOpcodes: readonly number[] = configReading;
