import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Config } from '#server/config.ts'
import { lock } from '#server/db/advisory-locks.ts'
import { sqlStateOf } from '#server/db/sql-states.ts'
import type { Database, Db } from '#server/db/tables.ts'
import { climateColumns } from '#server/features/cities/queries.ts'
import { businessDay } from '#shared/business-time.ts'
import type { CityClimate } from '#shared/cities.ts'
import { type ParseProblem, parseProject } from '#shared/selection/project.ts'
import { inServerNaming, type ProjectData } from '#shared/selection/project-fields.ts'
import { type Author, checkTexts } from './draft.ts'
import { columnsOf, type ProjectRow, projectDataOf } from './rows.ts'
import { claimSketches, type Sketches, sketchesOf } from './sketches.ts'

type SaveParts = { db: Kysely<Database>; config: Pick<Config, 'databaseUrl'> }

/** The written project, and the values that could not be read. */
export type Written = { row: ProjectRow; problems: ParseProblem[] }

/** The same project by the same user within this time is a repeated request. Source: trust.md, C1 */
const repeatMs = 10_000
const notNullViolation = '23502'
const numberDigits = 4

/**
 * Draw the next number of the business day: XM20261120 + 0001. Concurrent saves wait for each other's commit, so the
 * number is drawn in the statement that uses it. A failed save returns its number by rolling back.
 * @param isWanted without it no number is drawn
 */
const numberWith = (db: Db, day: string, isWanted: RawBuilder<boolean>) =>
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

/**
 * Draw a number in a separate statement: on a cluster, a statement that writes projects cannot contain another query.
 */
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
/** The readable part of the request. */
export type Draft = Content & { problems: ParseProblem[] }

/**
 * Parse a new project.
 * @throws AppError VALIDATION for a text that cannot be stored
 */
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

/** Thrown inside the transaction of a repeated save, so that everything is rolled back, including its number. */
class RepeatedSave extends Error {
  readonly row: ProjectRow
  constructor(row: ProjectRow) {
    super('the same project was saved a moment ago')
    this.row = row
  }
}

/**
 * Lock the saves of one author, so that they follow each other. The same statement reads the city, because on the
 * embedded engine every statement wakes another thread.
 */
async function lockAuthor(
  trx: Transaction<Database>,
  { userId }: Author,
  city: string | null,
): Promise<{ climate: CityClimate | null; spread: boolean }> {
  const locked = sql`(select ${lock('projects', userId ?? 0)})`
  const { spread, ...climate } = await trx
    .selectFrom(sql`${locked}`.as('lock'))
    .leftJoin('city', (join) => join.on('city.name', '=', city))
    .select(climateColumns)
    .select(sql<boolean>`not keeps_sums_of_all()`.as('spread'))
    .executeTakeFirstOrThrow()
  return { climate: climate.name === null ? null : (climate as CityClimate), spread }
}

/** Select the author's recent unchanged projects with the same name: most saves already differ in the name. */
const lately = ({ userId, companyId, now }: Author, name: string | null) => sql<number[] | null>`(
  select array_agg(p.id order by p.id desc) from project p
  where p.user_id is not distinct from ${userId}::int and p.company_id = ${companyId} and p.deleted_at is null
    and p.update_time > ${new Date(now.getTime() - repeatMs)} and p.row_version = 1 and p.name is not distinct from ${name}::text)`

/** @throws RepeatedSave when one of these projects has exactly the same content */
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

/**
 * Insert a project and return the ones that it may repeat. Unless `isWanted`, there is no number and the insert fails.
 */
const insertion = (
  db: Db,
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

/** Insert a project on a cluster, with one statement per table. */
async function insertApart(trx: Transaction<Database>, author: Author, draft: Draft, climate: CityClimate | null) {
  const found = await trx.selectNoFrom(lately(author, draft.project.name).as('repeats')).executeTakeFirstOrThrow()
  const project_no = await drawNumber(trx, businessDay(author.now, author.timeZone))
  const values = { ...valuesOf(author, draft, climate), project_no }
  const row = await trx.insertInto('project').values(values).returningAll().executeTakeFirstOrThrow()
  return { ...row, repeats: found.repeats }
}

/**
 * Save a draft as a new project with the next number, owned by the author. Only the type of each value is checked: an
 * invalid value is left empty and named in `problems`. An id, owner, number, state or version in `raw` is ignored: only
 * the server sets them, and a save never changes an existing project.
 * @throws AppError VALIDATION for a text that cannot be stored, NOT_FOUND for an image that is not the author's;
 * RepeatedSave
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
 * Insert a project with one statement, where no other process can write meanwhile. A transaction would hold the only
 * connection of the embedded engine while this thread is busy with other requests; under load that is most of the time
 * of a save.
 * @returns null when it may repeat a project and must be checked in a transaction
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
 * Save a new project in its own transaction. The same content by the same user within ten seconds is the same save and
 * returns the project created first.
 * @throws AppError the errors of `insertProject`
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
