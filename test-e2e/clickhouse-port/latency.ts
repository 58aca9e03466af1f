/** Times of requests made one after the other by a few clients, in milliseconds. */
export async function timesOfRequests(
  urls: readonly string[],
  { clients, milliseconds }: { readonly clients: number; readonly milliseconds: number },
): Promise<readonly number[]> {
  const times: number[] = [];
  const endMs = performance.now() + milliseconds;
  const client = async (first: number): Promise<void> => {
    for (let index = first; performance.now() < endMs; index++) {
      const began = performance.now();
      const response = await fetch(urls[index % urls.length] ?? '');
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${response.url} answered ${response.status}`);
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, index) => client(index)));
  return times;
}

export function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
