/** An archive of one network, and how the programs are told about it. */
export interface Chain {
  readonly directory: string;
  /** Folder with its zero states. */
  readonly statesDirectory: string;
  readonly rounds: number;
  readonly network: {
    readonly name: string;
    readonly globalId: number;
    readonly zeroStateRootHash: Uint8Array;
    readonly zeroStateFileHash: Uint8Array;
  };
}

/** `ROOT_HASH:FILE_HASH`, as options and environment variables take it. */
export function zeroStateText({ network }: Chain): string {
  const [root, file] = [network.zeroStateRootHash, network.zeroStateFileHash].map((hash) =>
    Buffer.from(hash).toString('hex'),
  );
  return `${root}:${file}`;
}
