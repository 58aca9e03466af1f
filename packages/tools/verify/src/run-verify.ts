import type { VerifyConfig } from './config.ts';
import { openStored } from './open-stored.ts';
import { allProofs } from './proofs/all-proofs.ts';
import { refuseOtherSchema } from './refuse-other-schema.ts';
import { createJsonReport, createTextReport } from './report.ts';
import { VerifyError } from './verify-error.ts';
import { verifyStored } from './verify-stored.ts';

const EXIT_NOTHING_WRONG = 0;
const EXIT_SOMETHING_WRONG = 1;
export const EXIT_COULD_NOT_RUN = 2;

/**
 * Opens the store, runs the proofs and reports the result.
 *
 * @returns the exit code
 * @throws the error that kept it from running
 */
export async function runVerify(
  config: VerifyConfig,
  { write, isTerminal }: { readonly write: (text: string) => void; readonly isTerminal: boolean },
): Promise<number> {
  const unknown = config.proofs?.find((name) => !allProofs.some((proof) => proof.name === name));
  if (unknown !== undefined) {
    const names = allProofs.map(({ name }) => name).join(', ');
    throw new VerifyError('unknown_proof', `There is no proof ${unknown}; there are ${names}`, { unknown });
  }
  const stored = await openStored(config);
  try {
    await refuseOtherSchema(stored.store);
    const report = config.isJson ? createJsonReport(write) : createTextReport(write, isTerminal);
    const result = await verifyStored(stored.store, {
      withCells: config.withCells,
      findingsMax: config.findingsMax,
      isLive: stored.isLive,
      ...(stored.dataDirectory === undefined ? {} : { dataDirectory: stored.dataDirectory }),
      ...(config.proofs === undefined ? {} : { proofs: config.proofs }),
      onProgress: report.progress,
      onProof: report.proof,
    });
    report.end(`${stored.place} (${stored.store.database})`, result);
    return result.findingCount === 0 ? EXIT_NOTHING_WRONG : EXIT_SOMETHING_WRONG;
  } finally {
    await stored.close();
  }
}
