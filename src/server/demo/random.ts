/** A small seeded random generator: the same seed gives the same fleet on every machine. */
export type Random = {
  /** In [0, 1). */
  next(): number
  chance(probability: number): boolean
  /** An integer from `min` to `max`, both inclusive. */
  whole(min: number, max: number): number
  /** Approximately normal around `mean`; the sum of four uniform numbers is close enough for machines. */
  around(mean: number, deviation: number): number
  /** A random index of `weights`, in proportion to its weight. */
  weighted(weights: readonly number[]): number
  pick<Item>(items: readonly Item[]): Item
}

/** Mulberry32: 32 bits of state, good enough for plausible data, never for secrets. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    whole,
    chance: (probability) => next() < probability,
    // Four uniform numbers have the deviation sqrt(4 / 12).
    around: (mean, deviation) => mean + ((next() + next() + next() + next() - 2) / Math.sqrt(1 / 3)) * deviation,
    weighted: (weights) => {
      let left = next() * weights.reduce((sum, weight) => sum + weight, 0)
      const index = weights.findIndex((weight) => {
        left -= weight
        return left < 0
      })
      return index === -1 ? weights.length - 1 : index
    },
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
  }
}
