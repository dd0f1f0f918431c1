/** Features whose refusals call a field what its form calls it: records that belong to a base. */
export const labelledByOwnWords: readonly string[] = [
  // `npm run new:feature` adds its own below.
  'measures',
  'stations',
]
