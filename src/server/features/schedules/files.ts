import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { MailFile } from '#server/services/outbound/mailer.ts'
import type { Links } from '#server/services/storage/signed-links.ts'
import type { Storage } from '#server/services/storage/storage.ts'
import { newStoredName, parseStoredName, type StoredExtension } from '#server/services/storage/stored-names.ts'

/** A file of a schedule in the storage. */
export type ScheduledFile = {
  id: number
  company_id: number
  stored_name: string
  file_name: string
  content_type: string
  size: number
}
/** The complete result of a file call. */
export type MadeFile = {
  fileName: string
  contentType: string
  rows: number | null
  bytes: Buffer
  extension: StoredExtension
}

/** Validity of a schedule's links, in days. Source: alerts.md, Behaviour */
export const linkDays = 7
const daySeconds = 86_400
/** A larger file is sent as a link, not as an attachment. Source: alerts.md, Behaviour */
export const mostMailBytes = 10 * 1024 * 1024
const filesAtOnce = 200

const pathOf = (storedName: string): string => `/files/${storedName}`

/** Return the path of a file with its signature, without the host. It is secret. */
export const signedPath = (links: Links, file: Pick<ScheduledFile, 'stored_name' | 'company_id'>, now: Date): string =>
  links.sign(pathOf(file.stored_name), file.company_id, now, linkDays * daySeconds)

const isOpen = (now: Date) => sql<boolean>`revoked_at is null and expires_at > ${now}`

/** Return the file of a signed path; null for one that is altered, expired, revoked or unknown, alike. */
export async function findScheduledFile(
  db: Kysely<Database>,
  links: Links,
  { path, query, now }: { path: string; query: URLSearchParams; now: Date },
): Promise<ScheduledFile | null> {
  const name = parseStoredName(path.split('/').at(-1) ?? '')
  if (!name || query.getAll('expires').length !== 1 || query.getAll('signature').length !== 1) return null
  const file = await db
    .selectFrom('schedule_file')
    .selectAll()
    .where('public_id', '=', name.publicId)
    .where(isOpen(now))
    .executeTakeFirst()
  if (!file || pathOf(file.stored_name) !== path) return null
  const signed = { expires: query.get('expires') ?? '', signature: query.get('signature') ?? '' }
  return links.isValid(path, file.company_id, signed, now) ? { ...file, size: Number(file.size) } : null
}

/** Return the attachment of a mail; null when it has expired or was revoked. */
export async function mailFile(
  db: Kysely<Database>,
  storage: Storage,
  id: number,
  now: Date,
): Promise<MailFile | null> {
  const file = await db
    .selectFrom('schedule_file')
    .selectAll()
    .where('id', '=', id)
    .where(isOpen(now))
    .executeTakeFirst()
  return file ? { name: file.file_name, type: file.content_type, content: await storage.read(file.stored_name) } : null
}

/**
 * Store a file and then insert its row: a row without a file must not exist, a file without a row is deleted by the
 * cleanup. `also` is written together with the row, so that no run that continues finds one without the other.
 */
export async function keepFile(
  db: Kysely<Database>,
  storage: Storage,
  { fileName, contentType, rows, bytes, extension }: MadeFile,
  run: { id: number; company_id: number },
  now: Date,
  also: (trx: Transaction<Database>, file: ScheduledFile) => Promise<void> = async () => undefined,
): Promise<ScheduledFile> {
  const { publicId, storedName } = newStoredName(extension)
  await storage.put(storedName, bytes)
  return db.transaction().execute(async (trx) => {
    const file = await trx
      .insertInto('schedule_file')
      .values({
        ...{
          public_id: publicId,
          run_id: run.id,
          company_id: run.company_id,
          stored_name: storedName,
          file_name: fileName,
          content_type: contentType,
        },
        ...{
          size: bytes.length,
          rows,
          expires_at: new Date(now.getTime() + linkDays * daySeconds * 1_000),
          create_time: now,
        },
      })
      .returning(['id', 'company_id', 'stored_name', 'file_name', 'content_type', 'size'])
      .executeTakeFirstOrThrow()
    await also(trx, file)
    return file
  })
}

/**
 * Delete files whose links have expired, row first: a crash in between leaves a file without a row, which the cleanup
 * deletes.
 * @returns how many
 */
export async function removeExpiredFiles(db: Kysely<Database>, storage: Storage, now: Date): Promise<number> {
  const { rows } = await sql<{ stored_name: string }>`delete from schedule_file where id in (
    select id from schedule_file where expires_at <= ${now} order by expires_at limit ${filesAtOnce}) returning stored_name`.execute(
    db,
  )
  for (const { stored_name } of rows) await storage.remove(stored_name)
  return rows.length
}
