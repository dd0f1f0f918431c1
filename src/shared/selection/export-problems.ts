import {
  exportFields,
  type FieldName,
  type NumberField,
  type NumberName,
  numberFields,
  numberNames,
  type ProjectData,
  zeroFields,
} from './project-fields.ts'
import { doorNumbers, numberOf, roomOf } from './to-inputs.ts'

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

/**
 * Why a value blocks the export: out of its range, not whole, one of a pair or of three missing, a door higher than its
 * surroundings, or a text that is too long.
 */
export type BlockProblem = {
  field: FieldName
  problem: 'range' | 'rangeAbove' | 'whole' | 'doorBoth' | 'roomAll' | 'doorTooHigh' | 'doorTooHighRoom' | 'tooLong'
  values: { min?: number; max?: number; unit?: string; value?: number }
}

function rangeProblem(project: ProjectData, field: NumberName): BlockProblem[] {
  const value = numberOf(project, field)
  if (value === null) return []
  const { min, max, above, whole, unit }: NumberField = numberFields[field]
  const values = { min, max, unit, value }
  if (value < min || value > max) return [{ field, problem: above ? 'rangeAbove' : 'range', values }]
  return whole && !Number.isInteger(value) ? [{ field, problem: 'whole', values }] : []
}

function doorProblems(project: ProjectData): BlockProblem[] {
  const storeHeight = numberOf(project, 'storageHeight')
  const roomHeight = roomOf(project)?.heightM ?? null
  return doorNumbers.flatMap((number): BlockProblem[] => {
    const [lengthName, heightName] = [`door${number}Length`, `door${number}Height`] as const
    const [length, height] = [numberOf(project, lengthName), numberOf(project, heightName)]
    // Door 1 is required anyway.
    if (number !== 1 && (length === null) !== (height === null))
      return [{ field: length === null ? lengthName : heightName, problem: 'doorBoth', values: {} }]
    if (height === null) return []
    if (storeHeight !== null && height > storeHeight)
      return [{ field: heightName, problem: 'doorTooHigh', values: { max: storeHeight, unit: 'm', value: height } }]
    if (roomHeight !== null && height > roomHeight)
      return [{ field: heightName, problem: 'doorTooHighRoom', values: { max: roomHeight, unit: 'm', value: height } }]
    return []
  })
}

function roomProblems(project: ProjectData): BlockProblem[] {
  const names = ['reentryRoomLength', 'reentryRoomWidth', 'reentryRoomHeight'] as const
  const empty = names.filter((name) => numberOf(project, name) === null)
  return empty.length === 0 || empty.length === names.length
    ? []
    : empty.map((field) => ({ field, problem: 'roomAll', values: {} }))
}

/** Return every value that blocks an export, in the order of the form. Drafts are never checked. */
export const blockProblems = (project: ProjectData): BlockProblem[] => [
  ...numberNames.flatMap((name) => rangeProblem(project, name)),
  ...doorProblems(project),
  ...roomProblems(project),
]

/**
 * Return everything that blocks the export of a project: empty fields of the documented check, and values out of range.
 */
export const exportProblems = (project: ProjectData): { missing: ExportGap[]; blocked: BlockProblem[] } => ({
  missing: missingForExport(project),
  blocked: blockProblems(project),
})
