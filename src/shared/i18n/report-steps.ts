import { createBook } from './book.ts'
import { stepQuantities } from './report-quantities.ts'

export type StepQuantity = keyof typeof stepQuantities.zh
const quantityWord = createBook<StepQuantity>(stepQuantities)
const isQuantity = (key: string): key is StepQuantity => Object.hasOwn(stepQuantities.zh, key)

/** Parts of the calculation, in the order in which the report prints them. */
export const stepGroups = [
  'general',
  'design',
  'peak',
  'need',
  'rotor',
  'choice',
  'frost',
  'inner',
  'check',
  'seasons',
  'year',
] as const
export type StepGroup = (typeof stepGroups)[number]

const groupOfFirst: Readonly<Record<string, StepGroup>> = {
  design: 'design',
  peak: 'peak',
  summer: 'seasons',
  winter: 'seasons',
  pressure: 'general',
  store: 'general',
  curtains: 'general',
  need: 'need',
  sweep: 'rotor',
  rotor: 'rotor',
  designRotor: 'rotor',
  moistureFlow: 'rotor',
  requiredFlow: 'rotor',
  selection: 'choice',
  supply: 'choice',
  energy: 'choice',
  running: 'check',
  frost: 'frost',
  coil: 'frost',
  inner: 'inner',
  open: 'inner',
  closed: 'inner',
  residual: 'inner',
  dryCoil: 'inner',
  crossCheck: 'check',
  year: 'year',
}

/** Where a step stands within its part: which month, hours, door or point it is of. */
export type StepMarks = { month?: number; hours?: 'open' | 'closed'; door?: number; point?: number; isDesign?: true }
export type KnownStep = { group: StepGroup; quantity: StepQuantity; marks: StepMarks }

const cases: ReadonlySet<string> = new Set(['design', 'peak', 'summer', 'winter'])
const numberOf = (part: string | undefined, name: string): number | undefined => {
  const found = part?.startsWith(name) ? /^\d+$/.exec(part.slice(name.length))?.[0] : undefined
  return found === undefined ? undefined : Number(found)
}

/** The quantity of the parts of a name behind what tells month and case, with its marks. */
function quantityOf([first = '', ...rest]: readonly string[], marks: StepMarks): { key: string; marks: StepMarks } {
  const door = numberOf(first, 'door')
  if (door !== undefined) return { key: ['door', ...rest].join('.'), marks: { ...marks, door } }
  if (first === 'level') {
    const point = numberOf(rest[0], 'point')
    const own = point !== undefined || rest[0] === 'rating' ? rest.slice(1) : rest
    return { key: ['level', ...own].join('.'), marks: point === undefined ? marks : { ...marks, point } }
  }
  if ((first === 'selection' && rest[0] === 'level') || (first === 'inner' && rest[0]?.startsWith('door')))
    return quantityOf(rest, marks)
  if (first === 'open' || first === 'closed')
    return rest[0] === 'level'
      ? quantityOf(rest, { ...marks, hours: first })
      : { key: ['balance', ...rest].join('.'), marks: { ...marks, hours: first } }
  if (first === 'designRotor') return { key: ['rotor', ...rest].join('.'), marks: { ...marks, isDesign: true } }
  return { key: [first, ...rest].join('.'), marks }
}

/** Where a step of the trace belongs, what it computes, and of what; null for a step that the report does not know. */
export function stepOf(step: string): KnownStep | null {
  const parts = step.split('.')
  const month = numberOf(parts[0], 'month')
  const isCase = cases.has(parts[0] ?? '')
  const inside = month !== undefined || isCase || parts[0] === 'running' ? parts.slice(1) : parts
  const { key, marks } = quantityOf(inside, month === undefined ? {} : { month })
  const group = month === undefined ? groupOfFirst[parts[0] ?? ''] : 'year'
  return group && isQuantity(key) ? { group, quantity: key, marks } : null
}

const markWords = {
  zh: {
    month: (month: number) => `${month}月 `,
    hours: { open: '运行时段 ', closed: '停运时段 ' },
    door: (door: number) => `门${door} `,
    point: (point: number) => `数据点${point} `,
    design: '设计日 ',
  },
  en: {
    month: (month: number) => `Month ${month}: `,
    hours: { open: 'Operating window: ', closed: 'Closed hours: ' },
    door: (door: number) => `Door ${door}: `,
    point: (point: number) => `Point ${point}: `,
    design: 'Design case: ',
  },
} as const

/** A quantity in words, whatever it is of. */
export const quantityName = (language: 'zh' | 'en', quantity: StepQuantity): string => quantityWord(language, quantity)

/** A step in words, within its part of the calculation; null for a step that the report does not know. */
export function stepName(language: 'zh' | 'en', step: string): string | null {
  const known = stepOf(step)
  if (!known) return null
  const { month, hours, door, point, isDesign } = known.marks
  const words = markWords[language]
  const lead = [
    month === undefined ? '' : words.month(month),
    hours === undefined ? '' : words.hours[hours],
    door === undefined ? '' : words.door(door),
    point === undefined ? '' : words.point(point),
    isDesign ? words.design : '',
  ].join('')
  const name = quantityName(language, known.quantity)
  return lead === '' || language === 'zh' ? `${lead}${name}` : `${lead}${name.charAt(0).toLowerCase()}${name.slice(1)}`
}
