import { goods } from './goods.ts'
import { codeOfLabel } from './labels.ts'
import {
  type ChoiceName,
  choiceFields,
  choiceNames,
  type FieldName,
  inServerNaming,
  type NumberName,
  numberNames,
  type ProjectData,
  projectDefaults,
  typedTexts,
  type ZeroName,
  zeroFields,
} from './project-fields.ts'

/** A value of the wrong type for its field; drafts keep all other values. */
export type ParseProblem = { field: FieldName; problem: 'notANumber' | 'notAChoice' | 'notAText' }

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** Convert full-width digits, points and signs of a Chinese keyboard to ordinary ones. */
const narrow = (text: string): string =>
  text
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3002', '.')
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/[\s\u3000]/g, '')

/**
 * Parse a number as typed: full-width digits, a comma for the decimal point, blanks around. null = empty, undefined =
 * not a number (also NaN, infinity, and texts in which a comma could mean thousands).
 */
export function parseNumber(value: unknown): number | null | undefined {
  if (isBlank(value)) return null
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string') return undefined
  const text = narrow(value)
  if (!/^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/.test(text) || text.length > 32) return undefined
  return Number(text.replace(',', '.'))
}

/**
 * Parse a code, or its label in either language; a curtain may also be true or false. 0 is empty by the documented
 * rule.
 */
function parseChoice<Name extends ChoiceName>(name: Name, value: unknown): ProjectData[Name] | undefined {
  if (isBlank(value) || value === 0 || value === '0') return null as ProjectData[Name]
  const text = typeof value === 'boolean' ? (value ? 'yes' : 'no') : typeof value === 'string' ? value.trim() : ''
  const codes: readonly string[] = choiceFields[name].codes
  const code = codes.includes(text) ? text : codeOfLabel(text)
  return code !== undefined && codes.includes(code) ? (code as ProjectData[Name]) : undefined
}

function parseGoods(value: unknown): string | null | undefined {
  if (isBlank(value) || value === 0) return null
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  return goods.find(({ key, zh, en }) => key === text || zh === text || en.toLowerCase() === text.toLowerCase())?.key
}

function parseText(value: unknown): string | null | undefined {
  if (isBlank(value)) return null
  return typeof value === 'string'
    ? value.trim()
    : typeof value === 'number' && Number.isFinite(value)
      ? String(value)
      : undefined
}

const isZeroName = (name: unknown): name is ZeroName => zeroFields.some((field) => field === name)

/** Return a project with only the documented defaults. */
export function emptyProject(): ProjectData {
  const numbers = Object.fromEntries(numberNames.map((name) => [name, null])) as Record<NumberName, number | null>
  const choices = Object.fromEntries(choiceNames.map((name) => [name, null])) as Record<ChoiceName, null>
  const texts = {
    name: null,
    city: null,
    customer: null,
    customerContact: null,
    customerReference: null,
    coldStorageUsage: null,
  }
  return { ...numbers, ...choices, ...texts, ...projectDefaults, zeroConfirmed: [] }
}

/**
 * Parse the calculation's fields of a project sent in either naming, with codes or labels and numbers as typed. Only
 * the type of each value is checked: the export checks ranges. Missing fields are empty, or have their default.
 */
export function parseProject(raw: Readonly<Record<string, unknown>>): {
  project: ProjectData
  problems: ParseProblem[]
} {
  const given = inServerNaming(raw)
  const problems: ParseProblem[] = []
  const project = emptyProject()
  const keep = <Value>(field: FieldName, problem: ParseProblem['problem'], value: Value | undefined): Value | null => {
    if (value === undefined) problems.push({ field, problem })
    return value ?? null
  }
  for (const name of numberNames) if (name in given) project[name] = keep(name, 'notANumber', parseNumber(given[name]))
  for (const name of choiceNames) {
    if (name in given) Object.assign(project, { [name]: keep(name, 'notAChoice', parseChoice(name, given[name])) })
  }
  for (const name of typedTexts) project[name] = keep(name, 'notAText', parseText(given[name]))
  project.coldStorageUsage = keep('coldStorageUsage', 'notAChoice', parseGoods(given.coldStorageUsage))
  const confirmed = Array.isArray(given.zeroConfirmed)
    ? given.zeroConfirmed.map((name: unknown) => inServerNaming({ [String(name)]: true }))
    : []
  project.zeroConfirmed = zeroFields.filter((name) =>
    confirmed.some((sent) => Object.keys(sent).some((key) => isZeroName(key) && key === name)),
  )
  return { project, problems }
}
