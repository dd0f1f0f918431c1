import { AppError } from '#shared/errors.ts'
import { type Leases, withLease } from './leases.ts'

/**
 * Turns over all processes of the database: `name` distinguishes kinds of work, and `when` selects the keys that need
 * it.
 */
type Shared = { leases: Leases; name: string; when?: (key: string) => Promise<boolean> }

/**
 * Run at most `atOnce` pieces of work per key at a time, the others in the order of their arrival; more than
 * `mostWaiting` → BUSY. Keeps parallel requests within a limit that is counted in the database. In this process, or
 * with `shared` over all of them.
 */
export function createTurns(atOnce: number, mostWaiting: number, shared?: Shared) {
  const inTurn = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const isShared = shared !== undefined && (!shared.when || (await shared.when(key)))
    return isShared ? withLease(shared.leases, `${shared.name} ${key}`, atOnce, work) : work()
  }

  const places = new Map<string, { inside: number; waiting: (() => void)[] }>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const place = places.get(key) ?? { inside: 0, waiting: [] }
    places.set(key, place)
    if (place.inside >= atOnce) {
      if (place.waiting.length >= mostWaiting) throw new AppError('BUSY', { retryAfterSeconds: 2 })
      await new Promise<void>((enter) => place.waiting.push(enter))
    } else place.inside++
    try {
      return await inTurn(key, work)
    } finally {
      const next = place.waiting.shift()
      if (next) next()
      else if (--place.inside === 0) places.delete(key)
    }
  }
}
