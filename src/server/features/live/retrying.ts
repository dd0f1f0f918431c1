import { sqlStateOf } from '#server/db/failures.ts'
import { AppError } from '#shared/errors.ts'

const tries = 5
/** A deadlock, of which this one was chosen, or a row that changed in between. */
const overtaken: ReadonlySet<string | null> = new Set(['40P01', '40001'])

const isOvertaken = (error: unknown): boolean =>
  error instanceof AppError ? error.code === 'TRANSITION_REFUSED' : overtaken.has(sqlStateOf(error))

/** Does a transaction again when a person changed one of its machines meanwhile: it reads anew and decides anew. @throws what the last try throws */
export async function retryingWhenOvertaken<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work()
    } catch (error) {
      if (tried === tries || !isOvertaken(error)) throw error
    }
  }
}
