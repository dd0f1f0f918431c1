import type { Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { findCatalogue } from '#server/features/catalogue/queries.ts'
import { findCity } from '#server/features/cities/queries.ts'
import { insertProject, readDraft } from '#server/features/projects/save.ts'
import { climateFields, climateNames } from '#shared/cities.ts'
import { parseProject } from '#shared/selection/project.ts'
import { selectEquipment } from '#shared/selection/select.ts'
import { demoProjects } from './projects-data.ts'

export type ProjectKeys = {
  owner: { id: number; companyId: number }
  timeZone: string
  instant: (index: number, seconds: number) => Date
}

/**
 * Mark a project as exported with its current calculation; its report is printed afterwards, by the caller's printer.
 */
async function markExported(
  trx: Transaction<Database>,
  id: number,
  fields: Record<string, unknown>,
  cityAltitude: number | null,
): Promise<void> {
  const catalogue = await findCatalogue(trx)
  const outcome = selectEquipment(parseProject(fields).project, catalogue, cityAltitude)
  if (!outcome.complete) throw new Error(`the project ${String(fields.name)} of the demonstration is not complete`)
  await trx
    .updateTable('project')
    .set({
      export_status: 1,
      selection: JSON.stringify(outcome.selection),
      catalogue_version_id: Number(catalogue.version),
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Save the projects of the demonstration through the same function as a user.
 * @returns the ids of the exported ones, oldest first
 */
export async function writeProjects(
  trx: Transaction<Database>,
  { owner, timeZone, instant }: ProjectKeys,
): Promise<number[]> {
  const exported: number[] = []
  for (const project of demoProjects) {
    const city = await findCity(trx, String(project.fields.city))
    const climate = city ? climateNames.map((column) => [climateFields[column], city[column]]) : []
    const fields = { ...Object.fromEntries(climate), ...project.fields }
    const now = instant(-project.daysAgo, project.seconds)
    const author = { userId: owner.id, companyId: owner.companyId, now, timeZone, language: 'zh' as const }
    const {
      row: { id },
    } = await insertProject(trx, author, readDraft(author, fields))
    if (!project.exported) continue
    await markExported(trx, id, fields, city?.altitude ?? null)
    exported.push(id)
  }
  return exported
}
