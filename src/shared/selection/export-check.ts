import { exportFields, type ProjectData, zeroFields } from './project-fields.ts'

export type ExportGap = (typeof exportFields)[number]
const mayBeZero = (field: ExportGap): field is (typeof zeroFields)[number] => zeroFields.some((name) => name === field)

/**
 * The documented export check (B §5, R484, R485): return the empty ones of the 20 fields. Blank, 0 and NaN are empty; a
 * temperature of 0 °C counts once a user has confirmed it (`zeroConfirmed`).
 */
export const missingForExport = (project: ProjectData): ExportGap[] =>
  exportFields.filter((field) => {
    const value = project[field]
    if (value === 0 && mayBeZero(field) && project.zeroConfirmed.includes(field)) return false
    return (
      value === null ||
      value === 0 ||
      value === '' ||
      (typeof value === 'number' && Number.isNaN(value)) ||
      (typeof value === 'string' && value.trim() === '')
    )
  })
