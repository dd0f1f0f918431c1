import { sqlStateOf } from '#server/db/sql-states.ts'
import { AppError } from '#shared/errors.ts'

const tries = 5
/** SQL states of a deadlock victim and of a serialization failure. */
const conflictCodes: ReadonlySet<string | null> = new Set(['40P01', '40001'])

const isConflict = (error: unknown): boolean =>
  error instanceof AppError ? error.code === 'TRANSITION_REFUSED' : conflictCodes.has(sqlStateOf(error))

/**
 * Repeat a transaction when another user changed one of its machines meanwhile, so that it reads and plans again.
 * @throws the error of the last attempt
 */
export async function retryConflicts<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work()
    } catch (error) {
      if (tried === tries || !isConflict(error)) throw error
    }
  }
}
