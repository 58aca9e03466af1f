/** The network's limits for a message from outside; `bytesMax` is that of its bag of cells. */
export const messageLimits = { bytesMax: 65_535, cellsMax: 8_192, depthMax: 512 } as const;
