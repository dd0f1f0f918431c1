import { AppError } from '#shared/errors.ts'
import { uploadQuota } from '#shared/uploads.ts'
import type { Leases } from './leases.ts'

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

/** The places for uploads: a person's over all processes, those of everybody together in this one, whose memory they are. */
export function createUploads(leases: Leases): Uploads {
  const uploading = new WeakSet<object>()
  let together = 0
  return {
    async hold(userId, request, work) {
      if (uploading.has(request)) return work()
      if (together >= mostTogether) throw new AppError('BUSY', { retryAfterSeconds })
      together += 1
      uploading.add(request)
      try {
        const giveBack = await leases.take(`upload of ${userId ?? 'terminal'}`, uploadQuota.atOnce)
        if (!giveBack) throw new AppError('TOO_MANY', { retryAfterSeconds })
        try {
          return await work()
        } finally {
          await giveBack()
        }
      } finally {
        uploading.delete(request)
        together -= 1
      }
    },
  }
}
