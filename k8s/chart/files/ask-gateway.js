// Asks a gateway whether it is ready, and for the rounds that it serves, at the addresses in the arguments. Ends with 1
// when an answer is not 200.
for (const url of process.argv.slice(1)) {
  const response = await fetch(url, { signal: AbortSignal.timeout(20_000) });
  console.log(url, response.status, await response.text());
  if (response.status !== 200) process.exitCode = 1;
}
