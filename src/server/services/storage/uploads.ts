import type { Leases } from '#server/services/jobs/leases.ts'
import { AppError } from '#shared/errors.ts'
import { uploadQuota } from '#shared/uploads.ts'

export type Uploads = {
  /**
   * Run one upload of a user, from its first byte to its row. `request` = its request: one that holds a slot already
   * needs no second one.
   * @throws AppError TOO_MANY when the user has too many in progress, BUSY when all users together have
   */
  hold<T>(userId: number | null, request: object, work: () => Promise<T>): Promise<T>
}

/** Maximum number of upload bodies in memory, of all users together; each has at most 5 MB. */
const mostTogether = 24
const retryAfterSeconds = 2

/**
 * Create the slots for uploads: those of a user over all processes, those of all users in this process, because they
 * limit its memory.
 */
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
