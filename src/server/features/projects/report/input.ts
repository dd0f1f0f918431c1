import type { Project, ReportLanguage } from '#shared/projects.ts'
import type { TraceStep } from '#shared/selection/formula.ts'
import type { CatalogueModel } from '#shared/selection/model.ts'
import type { ProjectData } from '#shared/selection/project-fields.ts'
import type { Selection, SelectionDetails } from '#shared/selection/select.ts'

/** A sketch, re-encoded by the server: JPEG or PNG bytes, size in pixels. The main one is printed large. */
export type ReportImage = { bytes: Uint8Array; width: number; height: number; fileName: string; main: boolean }

/** One exported version; model and count are null where nothing fitted. `date` = business day. */
export type ReportRevision = {
  version: string
  date: string
  userName: string
  model: string | null
  count: number | null
}

/** What the report says of a project besides the fields of its form. */
export type ReportProject = ProjectData & Pick<Project, 'projectNo' | 'company' | 'userName' | 'climate'>

/**
 * Everything that one report prints: plain data that crosses a worker thread. The document itself, which holds functions for
 * head and foot, is built from it inside of the worker by `reportDocument`.
 */
export type ReportInput = {
  project: ReportProject
  selection: Selection
  details: SelectionDetails
  trace: readonly TraceStep[]
  catalogue: {
    version: string
    source: string
    /** The chosen model's sheet; null when nothing fits. */
    model: CatalogueModel | null
  }
  images: readonly ReportImage[]
  language: ReportLanguage
  /** V1.0, V1.1, … */
  version: string
  /** Business day of the export, YYYY-MM-DD. */
  date: string
  /** All versions with this one, in any order. */
  revisions: readonly ReportRevision[]
  /** Name of the operator, as it is in the head of every page. */
  brandText: string
}
