import type { ReportInput } from '#server/features/projects/report/input.ts'
import type { CityClimate } from '#shared/cities.ts'
import type { Catalogue } from '#shared/selection/model.ts'
import type { ProjectData } from '#shared/selection/project-fields.ts'
import { referenceCatalogue } from '#shared/selection/reference-catalogue.ts'
import { selectEquipment } from '#shared/selection/select.ts'
import { exampleA } from './projects.ts'

/** The city of worked example A, as in the table of climates. */
export const guangzhou: CityClimate = {
  name: '广州',
  province: '广东',
  altitude: 41.7,
  avgTempSummer: 30.7,
  avgTempWinter: 13.6,
  avgHumiSummer: 68,
  avgHumiWinter: 72,
  highTempSummer: 38.1,
  maxHumidity: 21.3,
  ventTempSummer: 31.8,
  source: 'GB50736-2012 附录A 59287 广州 1971-2000',
}

/** Return all printed data of a complete project, without pictures. */
export function reportInput(
  project: ProjectData = exampleA,
  changes: Partial<ReportInput> = {},
  catalogue: Catalogue = referenceCatalogue,
): ReportInput {
  const outcome = selectEquipment(project, catalogue)
  if (!outcome.complete) throw new Error(JSON.stringify(outcome))
  const { selection, details, trace } = outcome
  const { model, count } = selection
  return {
    project: { ...project, projectNo: 'P-2026-0001', company: '华东基地', userName: '王工', climate: guangzhou },
    selection,
    details,
    trace,
    catalogue: { version: catalogue.version, source: catalogue.source, model: details.choice?.model ?? null },
    images: [],
    language: 'zh',
    version: 'V1.1',
    date: '2026-11-21',
    revisions: [
      { version: 'V1.0', date: '2026-11-20', userName: '李工', model: 'S-2500', count: 1 },
      { version: 'V1.1', date: '2026-11-21', userName: '王工', model, count },
    ],
    brandText: '无霜选型',
    ...changes,
  }
}
