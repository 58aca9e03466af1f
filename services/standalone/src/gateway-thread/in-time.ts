import { GatewayThreadError } from './gateway-thread-error.ts';

/** @throws GatewayThreadError `no_answer` when `who` has not answered in time */
export async function inTime<Value>(answer: Promise<Value>, milliseconds: number, who: string): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const text = `No answer of ${who} for ${milliseconds} ms`;
    timer = setTimeout(() => reject(new GatewayThreadError('no_answer', text)), milliseconds);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
