import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { PictureOwner } from '#shared/attachments.ts'
import type { CityClimate } from '#shared/cities.ts'
import type { ReportLanguage } from '#shared/projects.ts'
import type { Selection } from '#shared/selection/select.ts'
import type { GeneratedInstant } from './column-types.ts'

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${Snake<Rest>}`
    : `_${Lowercase<First>}${Snake<Rest>}`
  : Name
type NumberColumns = {
  [Name in import('#shared/selection/project-fields.ts').NumberName as Snake<Name>]: number | null
}
type ChoiceColumns = {
  [Name in import('#shared/selection/project-fields.ts').ChoiceName as Snake<Name>]: string | null
}

/** A selection project. Its fields are those of the form, in snake_case; choices hold codes. */
export interface ProjectTable extends NumberColumns, ChoiceColumns {
  id: Generated<number>
  project_no: string
  /** The tenant or headquarters in which it was created. */
  company_id: number
  /** null = its owner was deleted. */
  user_id: number | null
  export_status: Generated<0 | 1>
  name: string | null
  city: string | null
  customer: string | null
  customer_contact: string | null
  customer_reference: string | null
  cold_storage_usage: string | null
  zero_confirmed: JSONColumnType<string[]>
  /** The city's row at the time when the climate was filled in; differing values were changed by hand. */
  climate: JSONColumnType<CityClimate> | null
  /** Public ids of attachments. */
  main_image: string | null
  cold_storage_images: JSONColumnType<string[]>
  version: Generated<string>
  pdf_url: string | null
  pdf_file_name: string | null
  selection: JSONColumnType<Selection> | null
  catalogue_version_id: number | null
  row_version: Generated<number>
  deleted_at: ColumnType<Date, Date | string, Date | string> | null
  create_time: GeneratedInstant
  update_time: GeneratedInstant
}
/** The last number assigned on a business date. */
export type ProjectNumberTable = { business_date: string; last_number: number }
/** A file that a user uploaded or the server created; `public_id` = 128 bits in hex, used by links and projects. */
export type AttachmentTable = {
  id: Generated<number>
  public_id: string
  company_id: number
  user_id: number | null
  /** upload = a picture that belongs to nothing yet. */
  owner_kind: 'project' | 'projectPdf' | 'classVideo' | 'upload' | PictureOwner
  /** null = uploaded, and not yet saved with a record. */
  owner_id: number | null
  stored_name: string
  file_name: string
  mime: string
  size: number
  width: number | null
  height: number | null
  deleted_at: ColumnType<Date, Date | string, Date | string> | null
  create_time: GeneratedInstant
}
export type ProjectPdfTable = {
  id: Generated<number>
  project_id: number
  attachment_id: number
  version: string
  /** Without the extension. */
  pdf_file_name: string
  language: ReportLanguage
  selection: JSONColumnType<Selection>
  catalogue_version_id: number | null
  user_name: string | null
  create_time: GeneratedInstant
}

export type ProjectTables = {
  project: ProjectTable
  project_number: ProjectNumberTable
  attachment: AttachmentTable
  project_pdf: ProjectPdfTable
}
