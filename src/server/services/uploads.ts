import { AppError } from '#shared/errors.ts'
import { uploadQuota } from '#shared/uploads.ts'

export type Uploads = {
  /**
   * Runs one upload of a user, from its first byte to its row. `request` = the request it belongs to: what holds a place
   * already needs no second one.
   * @throws AppError TOO_MANY when the user has as many under way as he may, BUSY when everybody together has
   */
  hold<T>(userId: number | null, request: object, work: () => Promise<T>): Promise<T>
}

/** Bodies that are held in memory at the same time, of everybody together; each has at most 5 MB. */
const mostTogether = 24
const retryAfterSeconds = 2

/** The places for uploads in this process. */
export function createUploads(): Uploads {
  const places = new Map<number | null, Set<object>>()
  let together = 0
  return {
    async hold(userId, request, work) {
      const held = places.get(userId) ?? new Set()
      if (held.has(request)) return work()
      if (held.size >= uploadQuota.atOnce) throw new AppError('TOO_MANY', { retryAfterSeconds })
      if (together >= mostTogether) throw new AppError('BUSY', { retryAfterSeconds })
      places.set(userId, held.add(request))
      together += 1
      try {
        return await work()
      } finally {
        together -= 1
        held.delete(request)
        if (held.size === 0) places.delete(userId)
      }
    },
  }
}
