import type { ProjectData } from '#shared/selection/project-fields.ts'
import { referenceCatalogue } from '#shared/selection/reference-catalogue.ts'
import { selectEquipment } from '#shared/selection/select.ts'

/** Return the selection for a project from the reference catalogue. @throws Error for an incomplete project */
export function calculated(project: ProjectData) {
  const outcome = selectEquipment(project, referenceCatalogue)
  if (!outcome.complete) throw new Error(JSON.stringify(outcome))
  return outcome
}
