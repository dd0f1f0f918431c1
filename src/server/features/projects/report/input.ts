import type { Project, ReportLanguage } from '#shared/projects.ts'
import type { TraceStep } from '#shared/selection/formula.ts'
import type { CatalogueModel } from '#shared/selection/model.ts'
import type { ProjectData } from '#shared/selection/project-fields.ts'
import type { Selection, SelectionDetails } from '#shared/selection/select.ts'

/** A sketch, re-encoded by the server: JPEG or PNG bytes, size in pixels. The main one is printed large. */
export type ReportImage = { bytes: Uint8Array; width: number; height: number; fileName: string; main: boolean }

/** One exported version; model and count are null where nothing fits. `date` = business day. */
export type ReportRevision = {
  version: string
  date: string
  userName: string
  model: string | null
  count: number | null
}

/** The project data of the report: the fields of the form, and these properties. */
export type ReportProject = ProjectData & Pick<Project, 'projectNo' | 'company' | 'userName' | 'climate'>

/**
 * All data of one report, as plain data for a worker thread. The worker builds the document with `reportDocument`,
 * because it has functions for header and footer.
 */
export type ReportInput = {
  project: ReportProject
  selection: Selection
  details: SelectionDetails
  trace: readonly TraceStep[]
  catalogue: {
    version: string
    source: string
    /** The data of the chosen model; null when nothing fits. */
    model: CatalogueModel | null
  }
  images: readonly ReportImage[]
  language: ReportLanguage
  /** V1.0, V1.1, … */
  version: string
  /** Business day of the export, YYYY-MM-DD. */
  date: string
  /** All versions including this one, in any order. */
  revisions: readonly ReportRevision[]
  /** Name of the operator, for the header of every page. */
  brandText: string
}
