// Lets this thread run the TypeScript sources of this repository. Node 22.18 and newer do so themselves. Plain
// JavaScript, as it runs before that.
import { register } from 'node:module';

// Node before 22.10 does not know the property.
if (!process.features.typescript) register('./hooks.mjs', import.meta.url);
