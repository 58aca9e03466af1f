// The first file of a thread; its argument is the address of the file to run. Plain JavaScript, because Node before
// 22.18 needs tsx to read TypeScript.
if (process.features.typescript === undefined || process.features.typescript === false) {
  const { register } = await import('tsx/esm/api');
  register();
}
await import(process.argv[2]);
