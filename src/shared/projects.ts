import { z } from 'zod'
import type { CityClimate } from './cities.ts'
import { ById, closedRequest, Id, OrderWay, Paging, unlimited } from './paging.ts'
import type { ProjectData } from './selection/project-fields.ts'
import type { Selection } from './selection/select.ts'

export const reportLanguages = ['zh', 'en', 'both'] as const
export type ReportLanguage = (typeof reportLanguages)[number]

/** A sketch: `path` names it in `mainImage` and `coldStorageImages`, `url` shows it for the next ten minutes. */
export type ProjectImage = { path: string; url: string; fileName: string; width: number; height: number }
/** An exported report; `pdfFileName` has no extension, `pdfUrl` works for ten minutes. */
export type ProjectPdf = { version: string; pdfUrl: string; pdfFileName: string; language: ReportLanguage; createTimeStr: string }

/** 0 = a draft, or changed since its last export; 1 = exported. */
export type ExportStatus = 0 | 1

/** A project as calls answer it: the form's fields in the server's naming, and what the server adds. */
export type Project = ProjectData & {
  id: number
  projectNo: string
  userId: number | null
  /** The owner's name; null = deleted. */
  userName: string | null
  companyId: number
  company: string
  exportStatus: ExportStatus
  /** The city's row with which the climate was filled; a value that differs from it was changed by hand. */
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
  /** The catalogue that the result was calculated with. */
  catalogueVersion: string | null
  rowVersion: number
  createTimeStr: string
  updateTimeStr: string
}

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
  model: string | null
  count: number | null
  status: Selection['status'] | null
}

/** The documented size of a page of project cards (R335). */
export const projectPageSize = 12
/** Longest texts that are kept; longer ones are refused, never cut. */
export const longestProjectText = 200

export const projectOrder = ['updateTime', 'createTime', 'name', 'projectNo'] as const
export const ProjectsRequest = closedRequest({
  ...Paging.shape,
  size: unlimited(z.coerce.number().int().min(1).max(1_020)).transform((size) => size ?? projectPageSize),
  /** Part of the name, the number or the city. */
  search: unlimited(z.string().trim().max(longestProjectText)),
  name: unlimited(z.string().trim().max(longestProjectText)),
  city: unlimited(z.string().trim().max(longestProjectText)),
  exportStatus: unlimited(z.coerce.number().int().min(0).max(1)),
  /** As documented clients send it; people without more rights get their own projects whatever it says. */
  userId: unlimited(Id),
  companyId: unlimited(Id),
  /** Documented clients send back what the last answer said. */
  total: unlimited(z.unknown()),
  orderColumn: unlimited(z.enum(projectOrder)),
  orderWay: OrderWay,
})
export type ProjectsRequest = z.output<typeof ProjectsRequest>

/** Fields in either naming, checked by `parseProject`; drafts are never validated beyond the kind of each value. */
const ProjectFields = z.record(z.string().max(64), z.unknown())
export const ProjectSave = ProjectFields
export const ProjectUpdate = z.object({ id: Id, rowVersion: z.coerce.number().int().min(1).optional(), project: ProjectFields })
export const ProjectExport = z.object({ language: z.enum(reportLanguages).default('zh'), project: ProjectFields })
export const ProjectRequest = ById
