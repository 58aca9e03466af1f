// The first file of a process that runs statements. Plain JavaScript, because Node before 22.18 needs tsx to read the others.
if (process.features.typescript === undefined || process.features.typescript === false) {
  const { register } = await import('tsx/esm/api');
  register();
}
await import('./statement-process-main.ts');
