import { type CatalogueColumn, catalogueNumbers, isCatalogueNumber, type NumberColumn } from '#shared/catalogue.ts'

/**
 * A unit of a manufacturer's table: our value = value × factor + offset. `names` are other spellings, in the form of
 * `plainUnit`.
 */
export type Unit = { unit: string; names: readonly string[]; factor: number; offset?: number }

const cubicFootPerMinute = 1.699_010_8
const pound = 0.453_592_37
const litrePerPint = 0.473_176_473
const btuPerHour = 0.000_293_071_07
const hours = 24

/**
 * Accepted units for each of our columns' units, ours first. Factors are exact by definition, or to eight figures (NIST
 * SP 811).
 */
const units = {
  'm³/h': [
    { unit: 'm³/h', names: ['m3/h', 'cbm/h', 'cmh', 'nm3/h', 'm3h', '立方米/小时', '立方米/时'], factor: 1 },
    { unit: 'CFM', names: ['cfm', 'scfm', 'acfm', 'ft3/min', 'cuft/min', 'cu.ft/min'], factor: cubicFootPerMinute },
    { unit: 'm³/min', names: ['m3/min', 'cmm'], factor: 60 },
    { unit: 'm³/s', names: ['m3/s'], factor: 3_600 },
    { unit: 'l/s', names: ['l/s', 'lps'], factor: 3.6 },
  ],
  'kg/h': [
    { unit: 'kg/h', names: ['kg/h', 'kgh', 'l/h', '千克/小时', '公斤/小时'], factor: 1 },
    { unit: 'g/h', names: ['g/h', '克/小时'], factor: 0.001 },
    { unit: 'lb/h', names: ['lb/h', 'lbs/h', 'pph', 'lbh', 'lbm/h', '#/h'], factor: pound },
    { unit: 'kg/d', names: ['kg/d', 'kg/24h', 'l/d', 'l/24h', '升/天', '公斤/天'], factor: 1 / hours },
    { unit: 'lb/d', names: ['lb/d', 'lbs/d', 'lb/24h', 'ppd'], factor: pound / hours },
    { unit: 'pint/d', names: ['pint/d', 'pints/d', 'pt/d', 'pints/24h'], factor: litrePerPint / hours },
  ],
  '°C': [
    { unit: '°C', names: ['°c', 'c', 'degc', 'deg.c', 'celsius', '摄氏度'], factor: 1 },
    { unit: '°F', names: ['°f', 'f', 'degf', 'deg.f', 'fahrenheit', '华氏度'], factor: 5 / 9, offset: -160 / 9 },
  ],
  kW: [
    { unit: 'kW', names: ['kw', '千瓦'], factor: 1 },
    { unit: 'W', names: ['w', 'watt', '瓦'], factor: 0.001 },
    { unit: 'BTU/h', names: ['btu/h', 'btuh'], factor: btuPerHour },
    { unit: 'MBH', names: ['mbh', 'kbtu/h', 'mbtu/h'], factor: btuPerHour * 1_000 },
    { unit: 'kcal/h', names: ['kcal/h'], factor: 0.001_163 },
    { unit: 'hp', names: ['hp', 'bhp'], factor: 0.745_699_87 },
  ],
  'g/kg': [
    { unit: 'g/kg', names: ['g/kg', 'gkg', '克/千克', '克/公斤'], factor: 1 },
    { unit: 'gr/lb', names: ['gr/lb', 'grains/lb', 'grain/lb', 'gpp', 'gr/lbm', 'grains/lbm'], factor: 1 / 7 },
    { unit: 'kg/kg', names: ['kg/kg', 'lb/lb'], factor: 1_000 },
  ],
  '%': [
    { unit: '%', names: ['%', '%rh', 'rh%', '%r.f.', '%rf', '%r.h.', 'percent'], factor: 1 },
    { unit: '0–1', names: ['0-1', '0..1', '0…1'], factor: 100 },
  ],
  mm: [
    { unit: 'mm', names: ['mm', '毫米'], factor: 1 },
    { unit: 'cm', names: ['cm', '厘米'], factor: 10 },
    { unit: 'm', names: ['m', '米'], factor: 1_000 },
    { unit: 'in', names: ['in', 'in.', 'inch', 'inches', '"'], factor: 25.4 },
    { unit: 'ft', names: ['ft', 'feet'], factor: 304.8 },
  ],
  kg: [
    { unit: 'kg', names: ['kg', '千克', '公斤'], factor: 1 },
    { unit: 'lb', names: ['lb', 'lbs', 'lb.', 'lbs.'], factor: pound },
  ],
} as const satisfies Record<Exclude<NumberColumn['unit'], ''>, readonly Unit[]>

/** Prices are in whole units of their currency. */
const prices: readonly Unit[] = [
  { unit: '×1', names: ['元', 'rmb', 'cny', 'usd', 'eur', 'gbp', '$', '€', '£', '¥', 'us$'], factor: 1 },
  { unit: '×1,000', names: ['千元', 'k', 'kusd', 'keur', 'k€', 't€', 'teur', 'tusd'], factor: 1_000 },
  { unit: '×10,000', names: ['万元', '万', '万人民币', 'wan'], factor: 10_000 },
]

/** Normalize the letters, symbols and words of a unit: "m³ / hr" → "m3/h". */
export const plainUnit = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, '')
    .replace(/(?:per|pro|je)(?=(?:h|d|min|lb|kg)\b|hour|hr|day|std|stunde|tag)/g, '/')
    .replace(/·?(h|d|min|s)(?:⁻¹|-1|\^-1)$/, '/$1')
    .replace(/\/(?:hours?|hrs?\.?|std\.?|stunde|uur|heure)$/, '/h')
    .replace(/\/(?:days?|tag|jour|dag)$/, '/d')
    .replace(/\^3/g, '3')
    .replace(/^º/, '°')

/** Return the accepted units of a column, ours first; empty for a column without units. */
export function unitsOf(column: CatalogueColumn): readonly Unit[] {
  if (column === 'price') return prices
  const ours = isCatalogueNumber(column) ? catalogueNumbers[column].unit : ''
  return ours === '' ? [] : units[ours]
}

/** Find the unit of a column by any of its spellings; null = none of them. */
export function unitNamed(column: CatalogueColumn, text: string): Unit | null {
  const wanted = plainUnit(text)
  return unitsOf(column).find(({ unit, names }) => plainUnit(unit) === wanted || names.includes(wanted)) ?? null
}

/** Is a text only a unit, of any column? */
export const isUnit = (text: string): boolean => {
  const plain = plainUnit(text.replace(/^[([]|[)\]]$/g, ''))
  return [...Object.values<readonly Unit[]>(units), prices].some((all) =>
    all.some(({ unit, names }) => plainUnit(unit) === plain || names.includes(plain)),
  )
}

/** Return the unit in a heading: in brackets, after a comma or slash, or its last words. */
export function unitInHeading(column: CatalogueColumn, heading: string): Unit | null {
  const text = heading.normalize('NFKC')
  const bracketed = [...text.matchAll(/[([{【]([^([{【)\]}】]*)[)\]}】]/g)].flatMap(([, inside = '']) => [
    inside,
    ...inside.split(/[,;]/),
  ])
  const words = text.split(/[\s,;:_|]+/).filter((word) => word !== '')
  const last = [words.slice(-3).join(''), words.slice(-2).join(''), ...words.slice(-1)]
  for (const candidate of [...bracketed, ...last, ...words]) {
    const unit = unitNamed(column, candidate)
    if (unit) return unit
  }
  return null
}

/** Round to six figures: tables have fewer, and this removes the tails of binary fractions. */
export const inOurs = (value: number, { factor, offset = 0 }: Unit): number =>
  Number((value * factor + offset).toPrecision(6))
