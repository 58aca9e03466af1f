// The first file of the chain's thread. Plain JavaScript, because Node before 22.18 needs tsx to read the others.
if (process.features.typescript === undefined || process.features.typescript === false) {
  const { register } = await import('tsx/esm/api');
  register();
}
await import('./thread-main.ts');
