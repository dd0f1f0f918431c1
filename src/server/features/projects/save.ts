import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Config } from '#server/config.ts'
import { sqlStateOf } from '#server/db/failures.ts'
import type { Database } from '#server/db/tables.ts'
import { climateColumns } from '#server/features/cities/queries.ts'
import type { CityClimate } from '#shared/cities.ts'
import { businessDay } from '#shared/dates.ts'
import { type ParseProblem, parseProject } from '#shared/selection/project.ts'
import { inServerNaming, type ProjectData } from '#shared/selection/project-fields.ts'
import { type Author, checkTexts } from './draft.ts'
import { columnsOf, type ProjectRow, projectDataOf } from './rows.ts'
import { claimSketches, type Sketches, sketchesOf } from './sketches.ts'

type SaveParts = { db: Kysely<Database>; config: Pick<Config, 'databaseUrl'> }

/** The project as it was written, and what of it could not be read. */
export type Written = { row: ProjectRow; problems: ParseProblem[] }

/** The same project from the same person within this time is one save that was sent twice. Source: trust.md, C1 */
const repeatMs = 10_000
const notNullViolation = '23502'
const numberDigits = 4

/**
 * XM20261120 + 0001: the next number of the business day. Two savers at once wait for each other until the first is committed, so the number
 * is drawn by the very statement that uses it; a save that fails gives its number back. @param isWanted without it no number is drawn
 */
const numberWith = (db: Kysely<Database>, day: string, isWanted: RawBuilder<boolean>) =>
  db.with('drawn', (trx) =>
    trx
      .insertInto('project_number')
      .columns(['business_date', 'last_number'])
      .expression(
        trx
          .selectNoFrom([sql<string>`${day}::date`.as('business_date'), sql<number>`1`.as('last_number')])
          .where(isWanted),
      )
      .onConflict((conflict) =>
        conflict.column('business_date').doUpdateSet({ last_number: sql`project_number.last_number + 1` }),
      )
      .returning('last_number'),
  )
const numberPrefix = (day: string): string => `XM${day.replaceAll('-', '')}`
const numberOf = (day: string) =>
  sql<string>`(select ${numberPrefix(day)} || lpad(last_number::text, greatest(${numberDigits}, length(last_number::text)), '0') from drawn)`

/** The same by a statement of its own: one that writes projects takes no other query where tenants lie on several nodes. */
async function drawNumber(trx: Transaction<Database>, day: string): Promise<string> {
  const { last } = await trx
    .insertInto('project_number')
    .values({ business_date: day, last_number: 1 })
    .onConflict((conflict) =>
      conflict.column('business_date').doUpdateSet({ last_number: sql`project_number.last_number + 1` }),
    )
    .returning('last_number as last')
    .executeTakeFirstOrThrow()
  return numberPrefix(day) + String(last).padStart(numberDigits, '0')
}

type Content = { project: ProjectData; sketches: Sketches }
/** What was sent, as far as it could be read. */
export type Draft = Content & { problems: ParseProblem[] }

/** Reads a new project. @throws AppError VALIDATION for a text that cannot be kept */
export function readDraft(author: Author, raw: Readonly<Record<string, unknown>>): Draft {
  const { project, problems } = parseProject(raw)
  checkTexts(project, author.language)
  return {
    project,
    problems,
    sketches: sketchesOf(inServerNaming(raw), { images: [], mainImage: null }, author.language),
  }
}

const contentOf = ({ project, sketches }: Content): string => JSON.stringify([columnsOf(project), sketches])
const storedContent = (row: ProjectRow): string =>
  contentOf({ project: projectDataOf(row), sketches: { images: row.cold_storage_images, mainImage: row.main_image } })

/** Thrown inside the transaction of a save that was sent twice, so that nothing of it stays, its number neither. */
class RepeatedSave extends Error {
  readonly row: ProjectRow
  constructor(row: ProjectRow) {
    super('the same project was saved a moment ago')
    this.row = row
  }
}

/** Saves of one author follow each other. The city comes with the lock: on the embedded engine every statement wakes another thread. */
async function lockAuthor(
  trx: Transaction<Database>,
  { userId }: Author,
  city: string | null,
): Promise<{ climate: CityClimate | null; spread: boolean }> {
  const lock = sql`(select pg_advisory_xact_lock(hashtext('project of user'), ${userId ?? 0}))`
  const { spread, ...climate } = await trx
    .selectFrom(sql`${lock}`.as('lock'))
    .leftJoin('city', (join) => join.on('city.name', '=', city))
    .select(climateColumns)
    .select(sql<boolean>`not keeps_sums_of_all()`.as('spread'))
    .executeTakeFirstOrThrow()
  return { climate: climate.name === null ? null : (climate as CityClimate), spread }
}

/** Untouched projects of the author and the same name, made a moment ago: most saves differ in the name already. */
const lately = ({ userId, companyId, now }: Author, name: string | null) => sql<number[] | null>`(
  select array_agg(p.id order by p.id desc) from project p
  where p.user_id is not distinct from ${userId}::int and p.company_id = ${companyId} and p.deleted_at is null
    and p.update_time > ${new Date(now.getTime() - repeatMs)} and p.row_version = 1 and p.name is not distinct from ${name}::text)`

/** @throws RepeatedSave when one of these projects holds the very same content */
async function refuseRepeated(trx: Transaction<Database>, ids: readonly number[], content: Content): Promise<void> {
  if (ids.length === 0) return
  const rows = await trx.selectFrom('project').selectAll().where('id', 'in', ids).orderBy('id', 'desc').execute()
  const wanted = contentOf(content)
  const repeated = rows.find((row) => storedContent(row) === wanted)
  if (repeated) throw new RepeatedSave(repeated)
}

const valuesOf = (author: Author, { project, sketches }: Draft, climate: CityClimate | null) => ({
  ...columnsOf(project),
  company_id: author.companyId,
  user_id: author.userId,
  climate: climate && JSON.stringify(climate),
  main_image: sketches.mainImage,
  cold_storage_images: JSON.stringify(sketches.images),
  create_time: author.now,
  update_time: author.now,
})

/** Writes a project, and says which ones it may repeat; of `isWanted` nothing without a number. */
const insertion = (
  db: Kysely<Database>,
  author: Author,
  draft: Draft,
  climate: CityClimate | null,
  isWanted: RawBuilder<boolean>,
) => {
  const day = businessDay(author.now, author.timeZone)
  return numberWith(db, day, isWanted)
    .insertInto('project')
    .values({ ...valuesOf(author, draft, climate), project_no: numberOf(day) })
    .returningAll()
    .returning(lately(author, draft.project.name).as('repeats'))
}

/** The same by a statement for each table, on several nodes. */
async function insertApart(trx: Transaction<Database>, author: Author, draft: Draft, climate: CityClimate | null) {
  const found = await trx.selectNoFrom(lately(author, draft.project.name).as('repeats')).executeTakeFirstOrThrow()
  const project_no = await drawNumber(trx, businessDay(author.now, author.timeZone))
  const values = { ...valuesOf(author, draft, climate), project_no }
  const row = await trx.insertInto('project').values(values).returningAll().executeTakeFirstOrThrow()
  return { ...row, repeats: found.repeats }
}

/**
 * Keeps a draft as a new project with the next number, owned by the author. Nothing is validated beyond the kind of each value:
 * what is none of its kind is left empty and named in `problems`. An id, an owner, a number, a state or a version in `raw` is
 * passed over: only the server gives them, and a save never touches a project that is there.
 * @throws AppError VALIDATION for a text that cannot be kept, NOT_FOUND for an image that is not the author's; RepeatedSave
 */
export async function insertProject(trx: Transaction<Database>, author: Author, draft: Draft): Promise<Written> {
  const { project, problems, sketches } = draft
  const { climate, spread } = await lockAuthor(trx, author, project.city)
  const { repeats, ...row } = await (spread
    ? insertApart(trx, author, draft, climate)
    : insertion(trx, author, draft, climate, sql<boolean>`true`).executeTakeFirstOrThrow())
  await refuseRepeated(trx, repeats ?? [], { project, sketches })
  await claimSketches(trx, sketches, row.id, author.userId)
  return { row, problems }
}

/**
 * The same by one statement, where nobody else can write meanwhile: a transaction would hold the one connection of the embedded engine while this
 * thread is busy with others, and under load that is most of what a save takes.
 * @returns null when it may repeat a project, and is to be looked at in a transaction
 */
async function insertAtOnce(db: Kysely<Database>, author: Author, draft: Draft): Promise<Written | null> {
  const { city } = draft.project
  const climate =
    city === null
      ? undefined
      : await db.selectFrom('city').select(climateColumns).where('city.name', '=', city).executeTakeFirst()
  const isNew = sql<boolean>`${lately(author, draft.project.name)} is null`
  try {
    const { repeats, ...row } = await insertion(
      db,
      author,
      draft,
      (climate as CityClimate | undefined) ?? null,
      isNew,
    ).executeTakeFirstOrThrow()
    return { row, problems: draft.problems }
  } catch (error) {
    if (
      sqlStateOf(error) === notNullViolation &&
      error instanceof Error &&
      'column' in error &&
      error.column === 'project_no'
    )
      return null
    throw error
  }
}

/**
 * Saves a new project in a transaction of its own. The same content from the same person within ten seconds is the same save: it answers
 * the project that it made the first time.
 * @throws AppError as `insertProject`
 */
export async function saveNew(
  { db, config }: SaveParts,
  author: Author,
  raw: Readonly<Record<string, unknown>>,
): Promise<Written> {
  const draft = readDraft(author, raw)
  const hasSketches = draft.sketches.images.length > 0 || draft.sketches.mainImage !== null
  try {
    const written = config.databaseUrl === null && !hasSketches ? await insertAtOnce(db, author, draft) : null
    if (written) return written
    return await db.transaction().execute((trx) => insertProject(trx, author, draft))
  } catch (error) {
    if (error instanceof RepeatedSave) return { row: error.row, problems: draft.problems }
    throw error
  }
}
