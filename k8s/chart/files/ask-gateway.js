// Asks a gateway whether it is ready, and for the rounds that it serves; ends with 1 when an answer is not 200.
const base = process.argv.at(-1);
for (const path of ['/ready', '/api/v3/masterchainInfo']) {
  const response = await fetch(base + path, { signal: AbortSignal.timeout(20_000) });
  console.log(path, response.status, await response.text());
  if (response.status !== 200) process.exitCode = 1;
}
