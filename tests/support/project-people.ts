import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { inject } from 'vitest'
import type { Database } from '#server/db/tables.ts'
import { buildCaller, type ContextOptions, viewerOf } from './context.ts'
import { buildUser, type User, type UserValues } from './factories.ts'

/** Create a user with projects, by default without a role. `at` calls at another moment. */
export async function projectPerson(
  db: Kysely<Database>,
  given: UserValues = {},
  options: Omit<ContextOptions, 'viewer'> = {},
) {
  const user = await buildUser(db, { nick_name: null, ...given })
  const viewer = await viewerOf(db, user)
  // A save behaves differently if nobody else can write meanwhile.
  const config: Record<string, string> =
    inject('template').engine === 'embedded' ? {} : { DATABASE_URL: 'postgres://127.0.0.1/tests' }
  const at = (now?: Date | string) =>
    buildCaller(db, { viewer, ...options, config: { ...config, ...options.config }, ...(now ? { now } : {}) }).projects
  return { user, viewer, at, projects: at() }
}

type Refused = { code: string | undefined; field: string | undefined; message: string }
/** Return how a call was refused; null = it succeeded. */
export const refusalOf = async (work: Promise<unknown>): Promise<Refused | null> =>
  work.then(
    () => null,
    (error: { message: string; cause?: { code?: string; details?: { field?: string } } }) => ({
      code: error.cause?.code,
      field: error.cause?.details?.field,
      message: error.message,
    }),
  )
/** Insert the row of a sketch that `user` has uploaded and not yet saved with a project. @returns its path, unsigned */
export async function buildSketch(db: Kysely<Database>, user: User, companyId: number): Promise<string> {
  const publicId = randomBytes(16).toString('hex')
  await db
    .insertInto('attachment')
    .values({
      public_id: publicId,
      company_id: companyId,
      user_id: user.id,
      owner_kind: 'project',
      stored_name: `${publicId}.png`,
      file_name: 'sketch.png',
      mime: 'image/png',
      size: 1,
      width: 4,
      height: 3,
      deleted_at: null,
    })
    .execute()
  return `/images/${publicId}.png`
}
