// The image's health check: asks whether the service's loop runs. Plain JavaScript, which starts faster: it runs every
// ten seconds.
const port = process.env.HTTP_HEALTH_PORT || process.env.HTTP_PORT || '8080';
try {
  const response = await fetch(`http://127.0.0.1:${port}/live`, { signal: AbortSignal.timeout(2500) });
  if (!response.ok) console.error(await response.text());
  process.exitCode = response.ok ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
