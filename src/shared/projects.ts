import { z } from 'zod'
import type { CityClimate } from './cities.ts'
import { exportFormats } from './devices.ts'
import { camelCase, OrderWay, Paging } from './paging.ts'
import { ById, closedRequest, Id, LanguageField, unlimited, wholeNumber } from './request-fields.ts'
import type { ParseProblem } from './selection/project.ts'
import { choiceFields, numberFields, type ProjectData, textFields } from './selection/project-fields.ts'
import type { PlanData } from './selection/room-plan.ts'
import type { Selection } from './selection/select.ts'

export const reportLanguages = ['zh', 'en', 'both'] as const
export type ReportLanguage = (typeof reportLanguages)[number]

/** A sketch: `path` is its name in `mainImage` and `coldStorageImages`, `url` shows it for the next ten minutes. */
export type ProjectImage = { path: string; url: string; fileName: string; width: number; height: number }
/** An exported report; `pdfFileName` has no extension, `pdfUrl` works for ten minutes. */
export type ProjectPdf = {
  version: string
  pdfUrl: string
  pdfFileName: string
  language: ReportLanguage
  createTimeStr: string
}

/** 0 = a draft, or changed since its last export; 1 = exported. */
export type ExportStatus = 0 | 1

/** A project in a response: the form's fields in the server's naming, and the fields that the server adds. */
export type Project = ProjectData & {
  id: number
  projectNo: string
  userId: number | null
  /** The owner's name; null = deleted. */
  userName: string | null
  companyId: number
  company: string
  exportStatus: ExportStatus
  /** The city's row from which the climate was filled in; a differing value was changed by hand. */
  climate: CityClimate | null
  mainImage: string | null
  coldStorageImages: string[]
  images: ProjectImage[]
  version: string
  pdfUrl: string | null
  pdfFileName: string | null
  /** Newest first. */
  pdfList: ProjectPdf[]
  /** The result of the last export. */
  selection: Selection | null
  /** The catalogue of the calculation. */
  catalogueVersion: string | null
  rowVersion: number
  createTimeStr: string
  updateTimeStr: string
}

/**
 * A saved draft. `problems` = values of the wrong type for their field, such as letters for a number: a draft is never
 * refused for them; the field keeps its stored value, or stays empty in a new project.
 */
export type SavedProject = Project & { problems: ParseProblem[] }

/** A project whose owner was deleted: only the data needed to take it over. */
export type UnassignedProject = { id: number; name: string | null }

/** A card of the project list. */
export type ProjectCard = Pick<
  Project,
  | 'id'
  | 'projectNo'
  | 'userId'
  | 'userName'
  | 'companyId'
  | 'company'
  | 'name'
  | 'city'
  | 'exportStatus'
  | 'version'
  | 'createTimeStr'
  | 'updateTimeStr'
  | 'rowVersion'
> & {
  /** Signed address of the main image. */
  mainImageUrl: string | null
  /** The sizes for the plan of the store. */
  plan: PlanData
  model: string | null
  count: number | null
  status: Selection['status'] | null
}

/** The documented size of a page of project cards (R335). */
export const projectPageSize = 12
/** Maximum length of stored texts; longer ones are refused, never cut. */
export const longestProjectText = 200

export const projectOrder = ['updateTime', 'createTime', 'name', 'projectNo'] as const
export const ProjectsRequest = closedRequest({
  ...Paging.shape,
  size: unlimited(z.coerce.number().int().min(1).max(1_020)).transform((size) => size ?? projectPageSize),
  /** Part of the name, the number or the city. */
  search: unlimited(z.string().trim().max(longestProjectText)),
  name: unlimited(z.string().trim().max(longestProjectText)),
  city: unlimited(z.string().trim().max(longestProjectText)),
  exportStatus: unlimited(wholeNumber(0, 1)),
  /**
   * Documented clients send their own id. In the list of one's own projects another user's id is refused; in the other
   * lists it filters by owner.
   */
  userId: unlimited(Id),
  companyId: unlimited(Id),
  /** Documented clients send back the total of the last response. */
  total: unlimited(z.unknown()),
  orderColumn: unlimited(
    z.preprocess((value) => (typeof value === 'string' ? camelCase(value) : value), z.enum(projectOrder)),
  ),
  orderWay: OrderWay,
})
export type ProjectsRequest = z.output<typeof ProjectsRequest>

/** The projects in a list: one's own, those of the current company, or those of the whole tree. */
export const projectLists = ['own', 'company', 'center'] as const
export type ProjectListKind = (typeof projectLists)[number]
/** All matching projects, as a file. */
export const ProjectsExportRequest = closedRequest({
  ...ProjectsRequest.shape,
  list: unlimited(z.enum(projectLists)).transform((list) => list ?? 'own'),
  /** Names of fields, as in a project's response; for an unknown name the error lists the known ones. */
  columns: unlimited(z.array(z.string().max(64)).min(1).max(200)),
  format: unlimited(z.enum(exportFormats)).transform((format) => format ?? 'csv'),
  language: LanguageField,
})
export type ProjectsExportRequest = z.output<typeof ProjectsExportRequest>
export const UnassignedRequest = z.object({ companyId: Id })

/** The fields in the interface documentation; in the server's naming, although the wizard's is also accepted. */
const documentedFields = {
  ...Object.fromEntries(Object.keys(textFields).map((name) => [name, { type: 'string' }])),
  ...Object.fromEntries(Object.keys(numberFields).map((name) => [name, { type: 'number' }])),
  ...Object.fromEntries(Object.entries(choiceFields).map(([name, { codes }]) => [name, { enum: codes }])),
  zeroConfirmed: { type: 'array', items: { type: 'string' } },
  mainImage: { type: 'string' },
  coldStorageImages: { type: 'array', items: { type: 'string' } },
}
/** Fields in either naming, checked by `parseProject`; drafts are only validated by the type of each value. */
const ProjectFields = z.record(z.string().max(64), z.unknown()).meta({ properties: documentedFields })
export const ProjectSave = ProjectFields
export const ProjectUpdate = z.object({
  id: Id,
  rowVersion: z.coerce.number().int().min(1).optional(),
  project: ProjectFields,
})
export const ProjectExport = z.object({ language: z.enum(reportLanguages).default('zh'), project: ProjectFields })
/** One report as a file. */
export const ProjectPdfRequest = z.object({ id: Id, language: z.enum(reportLanguages).default('zh') })
export const ProjectRequest = ById
