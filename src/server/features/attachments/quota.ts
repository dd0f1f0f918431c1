import { sql } from 'kysely'
import { lock } from '#server/db/advisory-locks.ts'
import type { Db } from '#server/db/tables.ts'
import { AppError } from '#shared/errors.ts'
import { uploadQuota } from '#shared/uploads.ts'

const daySeconds = 86_400
/** The lock's object for the terminal, which has no user. */
const nobody = 0

/** Lock the uploads of a user until the end of the transaction, so that no other transaction counts or adds any. */
export async function lockUploads(trx: Db, userId: number | null): Promise<void> {
  await sql`select ${lock('uploads', userId ?? nobody)}`.execute(trx)
}

/** @throws AppError UPLOAD_QUOTA when `size` more bytes exceed the user's quota */
export async function checkQuota(db: Db, userId: number | null, size: number, now: Date): Promise<void> {
  const since = new Date(now.getTime() - daySeconds * 1_000)
  const { rows } = await sql<{ files: number; bytes: string; first: Date | null }>`
    select count(*) filter (where create_time > ${since})::int as files, coalesce(sum(size), 0)::text as bytes,
      min(create_time) filter (where create_time > ${since}) as first
    from attachment where user_id is not distinct from ${userId}::int and owner_kind <> 'projectPdf'`.execute(db)
  const { files = 0, bytes = '0', first = null } = rows[0] ?? {}
  const tooMany = files >= uploadQuota.filesPerDay
  if (!tooMany && Number(bytes) + size <= uploadQuota.bytes) return
  const freeAt = tooMany && first ? Math.ceil((first.getTime() - since.getTime()) / 1_000) : daySeconds
  throw new AppError('UPLOAD_QUOTA', {
    retryAfterSeconds: Math.max(1, freeAt),
    values: { files: uploadQuota.filesPerDay, megabytes: uploadQuota.bytes / 1024 / 1024 },
  })
}
