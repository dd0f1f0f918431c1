import type { Insertable, Selectable } from 'kysely'
import type { ProjectTable } from '#server/db/project-tables.ts'
import {
  choiceNames,
  type FieldName,
  numberNames,
  type ProjectData,
  type TextName,
  textFields,
} from '#shared/selection/project-fields.ts'

export type ProjectRow = Selectable<ProjectTable>

const fieldNames: readonly FieldName[] = [...(Object.keys(textFields) as TextName[]), ...choiceNames, ...numberNames]
/** Return the column of a field of the form: both have the same name. */
export const columnOf = (field: FieldName): string => field.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
const columns: readonly [FieldName, string][] = fieldNames.map((field) => [field, columnOf(field)])

/**
 * Return the form's fields of a stored project. The columns have the fields' names, so that the table's type checks
 * names and types.
 */
export function projectDataOf(row: ProjectRow): ProjectData {
  const stored: Readonly<Record<string, unknown>> = row
  const fields = Object.fromEntries(columns.map(([field, column]) => [field, stored[column] ?? null]))
  return { ...fields, zeroConfirmed: row.zero_confirmed } as ProjectData
}

type FieldColumns = Omit<
  Insertable<ProjectTable>,
  | 'id'
  | 'project_no'
  | 'company_id'
  | 'user_id'
  | 'export_status'
  | 'climate'
  | 'main_image'
  | 'cold_storage_images'
  | 'version'
  | 'pdf_url'
  | 'pdf_file_name'
  | 'selection'
  | 'catalogue_version_id'
  | 'row_version'
  | 'deleted_at'
  | 'create_time'
  | 'update_time'
>

/** Return the columns of the form's fields. A negative zero is stored as 0. */
export function columnsOf(project: ProjectData): FieldColumns {
  const fields = Object.fromEntries(
    columns.map(([field, column]) => {
      const value = project[field]
      return [column, value === 0 ? 0 : value]
    }),
  )
  return { ...fields, zero_confirmed: JSON.stringify(project.zeroConfirmed) } as FieldColumns
}
