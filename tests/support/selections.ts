import type { ProjectData } from '#shared/selection/project-fields.ts'
import { referenceCatalogue } from '#shared/selection/reference-catalogue.ts'
import { selectEquipment } from '#shared/selection/select.ts'

/** The selection for a project out of the reference catalogue. @throws Error for a project that lacks something */
export function calculated(project: ProjectData) {
  const outcome = selectEquipment(project, referenceCatalogue)
  if (!outcome.complete) throw new Error(JSON.stringify(outcome))
  return outcome
}
