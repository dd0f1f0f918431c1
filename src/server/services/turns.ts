import { AppError } from '#shared/errors.ts'

/**
 * At most `atOnce` pieces of work per key at a time, the others in the order of their coming; more than `mostWaiting` → BUSY.
 * Keeps parallel requests from slipping past a limit that is counted in the database.
 */
export function createTurns(atOnce: number, mostWaiting: number) {
  const places = new Map<string, { inside: number; waiting: (() => void)[] }>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const place = places.get(key) ?? { inside: 0, waiting: [] }
    places.set(key, place)
    if (place.inside >= atOnce) {
      if (place.waiting.length >= mostWaiting) throw new AppError('BUSY', { retryAfterSeconds: 2 })
      await new Promise<void>((enter) => place.waiting.push(enter))
    } else place.inside++
    try {
      return await work()
    } finally {
      const next = place.waiting.shift()
      if (next) next()
      else if (--place.inside === 0) places.delete(key)
    }
  }
}
