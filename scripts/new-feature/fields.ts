import { nameField } from '#shared/base-records.ts'

/** A field of a new feature, and its code in the generated files. */
export type NewField = {
  name: string
  /** Its name in lists: a row chosen by an id is shown by name. */
  shown: string
  column: string
  kind: 'text' | 'day' | 'decimal' | 'client' | 'one'
  optional: boolean
  zh: string
  en: string
  /** For a choice: the values with their names. */
  values: readonly { value: string; zh: string; en: string }[]
  /** The most characters of a text, the largest decimal number. */
  limit: number | null
  /** Its schema in `shared`. */
  schema: string
  /** Its column in the migration. */
  sql: string
}

type Stored = Pick<NewField, 'schema' | 'sql'> & { limit?: number }
const usualLimits = { text: 64, optionalText: 200, decimal: 10_000_000 }

/** COLUMN, LIMIT and DIGITS (of the largest number, with two decimals) are replaced in each. */
const kinds: Readonly<Record<string, Stored & { whereOptional: Stored }>> = {
  text: {
    schema: 'requiredText(LIMIT)',
    sql: "text not null check (COLUMN <> '')",
    limit: usualLimits.text,
    whereOptional: { schema: 'optionalText(LIMIT)', sql: 'text', limit: usualLimits.optionalText },
  },
  day: {
    schema: 'requiredDay',
    sql: 'date not null',
    whereOptional: { schema: 'optionalDay', sql: 'date' },
  },
  decimal: {
    schema: 'decimal(0, LIMIT, 2)',
    sql: 'numeric(DIGITS, 2) not null',
    limit: usualLimits.decimal,
    whereOptional: {
      schema: 'optionalDecimal(0, LIMIT, 2)',
      sql: 'numeric(DIGITS, 2)',
      limit: usualLimits.decimal,
    },
  },
  client: {
    schema: 'requiredClient',
    sql: 'int not null references client(id)',
    whereOptional: { schema: 'optionalClient', sql: 'int references client(id)' },
  },
}

/** Names that every list of records has, in its rows, its form or its request. */
const namesOfEveryList = 'id companyId company rowVersion createTime updateTime page size total day'.split(' ')
/** Words that PostgreSQL does not accept as the name of a column. Source: PostgreSQL 15, appendix C, "reserved" */
const reservedWords =
  'all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column concurrently constraint create cross current_catalog current_date current_role current_schema current_time current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign freeze from full grant group having ilike in initially inner intersect into is isnull join lateral leading left like limit localtime localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references returning right select session_user similar some symmetric table tablesample then to trailing true union unique user using variadic verbose when where window with'.split(
    ' ',
  )

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
/** Parse `合同编号/Contract number`: a name in Chinese and in English, each of which may be missing. */
export const namesIn = (text: string | undefined, otherwise: string): { zh: string; en: string } => {
  const [zh, en] = text?.split('/') ?? []
  return { zh: zh || en || otherwise, en: en || capital(otherwise) }
}
const fieldForm =
  '<name>:text, <name>:text:32, <name>:day?, <name>:decimal, <name>Id:client or <name>:one,<value>=<Chinese>/<English>,…'
const grouped = (number: number) => String(number).replace(/\B(?=(\d{3})+$)/g, '_')

/** Parse a choice: return its schema, and the column with a check of the values. */
function oneOf(given: string, column: string, optional: boolean): Pick<NewField, 'schema' | 'sql' | 'values'> {
  const values = given.split(',').map((part) => {
    const [value = '', names] = part.split('=')
    if (!/^[a-z][A-Za-z]*$/.test(value)) throw new Error(`${part}: <value>=<Chinese>/<English>`)
    return { value, ...namesIn(names, value) }
  })
  const quoted = values.map(({ value }) => `'${value}'`).join(', ')
  return {
    values,
    schema: `${optional ? 'optionalOne' : 'z.enum'}([${quoted}])`,
    sql: `${column} text${optional ? '' : ' not null'} check (${column} in (${quoted}))`,
  }
}

/**
 * Parse `startDate:day?:开始日期/Start` or `number:text:32:合同编号/Contract number`: a name, a kind, `?` for a field that
 * may be empty, the limit of a text or a number, and its names in Chinese and English.
 * @throws for any other text
 */
export function fieldOf(given: string): NewField {
  const [, name = '', word = '', choices, mark, most, names] =
    /^([a-z][A-Za-z]*):([a-z]+)(?:,([^:?]+))?(\?)?(?::([1-9]\d{0,8}))?(?::(\D.*))?$/.exec(given) ?? []
  const kind = kinds[word]
  const optional = mark !== undefined
  const stored = optional ? kind?.whereOptional : kind
  if (
    (most !== undefined && stored?.limit === undefined) ||
    (word === 'client') !== name.endsWith('Id') ||
    (word === 'one') !== (choices !== undefined) ||
    (!kind && !choices)
  )
    throw new Error(`${given}: ${fieldForm}, with :<Chinese>/<English> at the end`)
  const column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  if (namesOfEveryList.includes(name)) throw new Error(`${given}: every list has a field ${name} of its own`)
  if (reservedWords.includes(column)) throw new Error(`${given}: PostgreSQL reserves the word ${column}`)
  const common = {
    name,
    shown: nameField(name),
    column,
    kind: word as NewField['kind'],
    optional,
    limit: null,
    ...namesIn(names, column.replace(/_id$/, '').replaceAll('_', ' ')),
  }
  if (!stored) return { ...common, ...oneOf(choices ?? '', column, optional) }
  const limit = most === undefined ? (stored.limit ?? null) : Number(most)
  const decimals = 2
  return {
    ...common,
    values: [],
    limit,
    schema: stored.schema.replace('LIMIT', grouped(limit ?? 0)),
    sql: `${column} ${stored.sql.replace('COLUMN', column).replace('DIGITS', String(String(limit).length + decimals))}`,
  }
}

type SampleOptions = {
  /** A suffix that distinguishes the texts of one row from those of another. */
  mark: string
  /** Use the names of a request, or of the table. */
  by?: 'name' | 'column'
  /** Include optional fields. */
  full?: boolean
  /** The code for a client, by default `1`. */
  client?: string
  /** One of a few keeps its type in an object that is declared apart. */
  typed?: boolean
  /** Use later days, a larger number and the last of a few values, so that filters tell two rows apart. */
  other?: boolean
}

/** Return a text within the limit of its field, with a mark at its end. */
const textWithin = ({ zh, limit }: NewField, mark: string) =>
  zh.slice(0, Math.max(mark === '' ? 1 : 0, (limit ?? zh.length) - mark.length)) + mark

/** Return a number within the limit of its field, with one or two decimals. */
const decimalWithin = ({ limit }: NewField, usual: number) =>
  String(limit === null || usual <= limit ? usual : limit / 2)

/** Return all fields of a row with their samples, as code. */
export const samplesOf = (
  fields: readonly NewField[],
  { mark, by = 'name', full = false, client = '1', typed = false, other = false }: SampleOptions,
): string =>
  fields
    .map((field) => {
      const one = `'${field.values.at(other ? -1 : 0)?.value}'${typed ? ' as const' : ''}`
      const day = field.name.startsWith('end')
        ? other
          ? '2027-12-31'
          : '2026-12-31'
        : other
          ? '2027-01-01'
          : '2026-11-20'
      const sample = {
        text: `'${textWithin(field, mark)}'`,
        day: `'${day}'`,
        decimal: decimalWithin(field, other ? 36.25 : 12.5),
        client,
        one,
      }[field.kind]
      return `${field[by]}: ${field.optional && !full ? 'null' : sample}`
    })
    .join(', ')

export type Span = { first: NewField; last: NewField }
/** Return two days `startX` and `endX` that form a range. */
export function spanOf(fields: readonly NewField[]): Span | null {
  const days = fields.filter(({ kind }) => kind === 'day')
  for (const first of days) {
    const last = days.find(({ name }) => first.name.startsWith('start') && name === first.name.replace('start', 'end'))
    if (last) return { first, last }
  }
  return null
}
