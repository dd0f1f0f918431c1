import { sql, type Transaction } from 'kysely'
import { refuseOutdated } from '#server/db/edit-conflict.ts'
import type { Database } from '#server/db/tables.ts'
import { AppError } from '#shared/errors.ts'
import { parseProject } from '#shared/selection/project.ts'
import { inServerNaming, type ProjectData } from '#shared/selection/project-fields.ts'
import { type Author, checkTexts, climateFor } from './draft.ts'
import { lockProject } from './queries.ts'
import type { ProjectSet } from './reach.ts'
import { columnsOf, projectDataOf } from './rows.ts'
import type { Written } from './save.ts'
import { claimSketches, sketchesOf } from './sketches.ts'

export type ProjectChange = { id: number; rowVersion: number; raw: Readonly<Record<string, unknown>> }

/** Overwrite the stored fields with the sent ones. A value of the wrong type keeps the stored one. */
function merged(stored: ProjectData, given: Readonly<Record<string, unknown>>): ReturnType<typeof parseProject> {
  const { project, problems } = parseProject({ ...stored, ...given })
  const kept = Object.fromEntries(problems.map(({ field }) => [field, stored[field]]))
  return { project: { ...project, ...kept }, problems }
}

/**
 * Change the fields that were sent, in either naming, and keep the others. The project becomes a draft again; its
 * reports and the result of its last export are kept. Only fields and sketches can be changed: no owner, number, state
 * or version.
 * @throws AppError NOT_FOUND for a project outside `set`, EDITED_BY_OTHERS when its row version is no longer
 * `rowVersion`, VALIDATION for a text that cannot be stored
 */
export async function changeProject(
  trx: Transaction<Database>,
  author: Author,
  set: ProjectSet,
  { id, rowVersion, raw }: ProjectChange,
): Promise<Written> {
  const before = await lockProject(trx, set, id)
  if (!before) throw new AppError('NOT_FOUND')
  refuseOutdated(before.row_version, rowVersion)
  const given = inServerNaming(raw)
  const { project, problems } = merged(projectDataOf(before), given)
  checkTexts(project, author.language)
  const sketches = sketchesOf(
    given,
    { images: before.cold_storage_images, mainImage: before.main_image },
    author.language,
  )
  await claimSketches(trx, sketches, id, author.userId)
  const climate = await climateFor(trx, project.city, before.climate)
  const row = await trx
    .updateTable('project')
    .set({
      ...columnsOf(project),
      climate: climate && JSON.stringify(climate),
      main_image: sketches.mainImage,
      cold_storage_images: JSON.stringify(sketches.images),
      export_status: 0,
      row_version: sql`row_version + 1`,
      update_time: author.now,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { row, problems }
}
