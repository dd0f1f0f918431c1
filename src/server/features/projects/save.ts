import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { businessDay } from '#shared/dates.ts'
import { type ParseProblem, parseProject } from '#shared/selection/project.ts'
import { inServerNaming, type ProjectData } from '#shared/selection/project-fields.ts'
import { type Author, checkTexts, climateFor } from './draft.ts'
import { columnsOf, type ProjectRow, projectDataOf } from './rows.ts'
import { claimSketches, type Sketches, sketchesOf } from './sketches.ts'

/** The project as it was written, and what of it could not be read. */
export type Written = { row: ProjectRow; problems: ParseProblem[] }

/** The same project from the same person within this time is one save that was sent twice. Source: trust.md, C1 */
const repeatMs = 10_000
const numberDigits = 4

/**
 * XM20261120 + 0001: the next number of the business day. Two savers at once wait for each other until the first is committed, so the number
 * is drawn by the very statement that uses it; a save that fails gives its number back.
 */
const numberWith = (trx: Transaction<Database>, day: string) =>
  trx.with('drawn', (db) =>
    db
      .insertInto('project_number')
      .values({ business_date: day, last_number: 1 })
      .onConflict((conflict) => conflict.column('business_date').doUpdateSet({ last_number: sql`project_number.last_number + 1` }))
      .returning('last_number'),
  )
const numberOf = (day: string) =>
  sql<string>`(select ${`XM${day.replaceAll('-', '')}`} || lpad(last_number::text, greatest(${numberDigits}, length(last_number::text)), '0') from drawn)`

type Content = { project: ProjectData; sketches: Sketches }
const contentOf = ({ project, sketches }: Content): string => JSON.stringify([columnsOf(project), sketches])
const storedContent = (row: ProjectRow): string =>
  contentOf({ project: projectDataOf(row), sketches: { images: row.cold_storage_images, mainImage: row.main_image } })

/** The untouched project that the author has saved a moment ago with the very same content. */
async function findRepeated(trx: Transaction<Database>, author: Author, content: Content): Promise<ProjectRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('project of user'), ${author.userId ?? 0})`.execute(trx)
  const recent = await trx
    .selectFrom('project')
    .selectAll()
    .where('user_id', 'is not distinct from', author.userId)
    .where('company_id', '=', author.companyId)
    .where('deleted_at', 'is', null)
    .where('update_time', '>', new Date(author.now.getTime() - repeatMs))
    .where('row_version', '=', 1)
    // Most differ in this already: they need not be read and compared.
    .where('name', 'is not distinct from', content.project.name)
    .orderBy('id', 'desc')
    .execute()
  const wanted = contentOf(content)
  return recent.find((row) => storedContent(row) === wanted)
}

/**
 * Keeps a draft as a new project with the next number, owned by the author. Nothing is validated beyond the kind of each value:
 * what is none of its kind is left empty and named in `problems`. An id, an owner, a number, a state or a version in `raw` is
 * passed over: only the server gives them, and a save never touches a project that is there.
 * The same content from the same person within ten seconds is the same save: it answers the project that it made the first time.
 * @throws AppError VALIDATION for a text that cannot be kept, NOT_FOUND for an image that is not the author's
 */
export async function insertProject(trx: Transaction<Database>, author: Author, raw: Readonly<Record<string, unknown>>): Promise<Written> {
  const { project, problems } = parseProject(raw)
  checkTexts(project, author.language)
  const sketches = sketchesOf(inServerNaming(raw), { images: [], mainImage: null }, author.language)
  const repeated = await findRepeated(trx, author, { project, sketches })
  if (repeated) return { row: repeated, problems }
  const climate = await climateFor(trx, project.city, null)
  const day = businessDay(author.now, author.timeZone)
  const row = await numberWith(trx, day)
    .insertInto('project')
    .values({
      ...columnsOf(project),
      project_no: numberOf(day),
      company_id: author.companyId,
      user_id: author.userId,
      climate: climate && JSON.stringify(climate),
      main_image: sketches.mainImage,
      cold_storage_images: JSON.stringify(sketches.images),
      create_time: author.now,
      update_time: author.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await claimSketches(trx, sketches, row.id, author.userId)
  return { row, problems }
}
