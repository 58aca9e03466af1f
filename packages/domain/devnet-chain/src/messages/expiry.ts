/** Why an accepted message comes into no block any more. */
export type ExpiryReason =
  /** The contract did not accept it when its turn came; `exitCode` and `text` are the virtual machine's. */
  | { readonly kind: 'not_accepted'; readonly exitCode: number | null; readonly text: string }
  /** It waited longer than the queue keeps messages. */
  | { readonly kind: 'waited_too_long'; readonly seconds: number }
  /** The virtual machine could not run it: out of time or memory. */
  | { readonly kind: 'not_executed'; readonly text: string };

/** A sentence for people. */
export function expiryText(reason: ExpiryReason): string {
  switch (reason.kind) {
    case 'not_accepted':
      return notAcceptedText({ exitCode: reason.exitCode, reason: reason.text });
    case 'waited_too_long':
      return `The message waited for ${reason.seconds} s and came into no block`;
    case 'not_executed':
      return `The virtual machine could not run the message: ${reason.text}`;
  }
}

/** The virtual machine's reason with the exit code, in the words of a node. */
export function notAcceptedText(refusal: { readonly exitCode: number | null; readonly reason: string }): string {
  const { exitCode, reason } = refusal;
  const code = exitCode === null ? '' : `, exitcode=${exitCode}`;
  return `External message was not accepted\nCannot run message on account: ${reason}${code}`;
}
