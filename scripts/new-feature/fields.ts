import { nameField } from '#shared/base-records.ts'

/** A field of a new feature, and what files that are made of it have to say. */
export type NewField = {
  name: string
  /** Its name in lists: what it chooses by an id is shown by name. */
  shown: string
  column: string
  kind: 'text' | 'day' | 'decimal' | 'client'
  optional: boolean
  zh: string
  en: string
  /** Its schema in `shared`. */
  schema: string
  /** Its column in the migration. */
  sql: string
}

const kinds: Readonly<
  Record<string, Pick<NewField, 'schema' | 'sql'> & { whereOptional: Pick<NewField, 'schema' | 'sql'> }>
> = {
  text: {
    schema: 'requiredText(64)',
    sql: "text not null check (COLUMN <> '')",
    whereOptional: { schema: 'optionalText(200)', sql: 'text' },
  },
  day: {
    schema: 'requiredDay',
    sql: 'date not null',
    whereOptional: { schema: 'optionalDay', sql: 'date' },
  },
  decimal: {
    schema: 'decimal(0, 10_000_000, 2)',
    sql: 'numeric(10, 2) not null',
    whereOptional: { schema: 'optionalDecimal(0, 10_000_000, 2)', sql: 'numeric(10, 2)' },
  },
  client: {
    schema: 'requiredClient',
    sql: 'int not null references client(id)',
    whereOptional: { schema: 'optionalClient', sql: 'int references client(id)' },
  },
}

/** Reads `startDate:day?:开始日期`: a name, a kind, `?` where it may stay empty, and its Chinese name. @throws for anything else */
export function fieldOf(given: string): NewField {
  const [, name = '', word = '', mark, zh] = /^([a-z][A-Za-z]*):([a-z]+)(\?)?(?::(.+))?$/.exec(given) ?? []
  const kind = kinds[word]
  if (!kind || (word === 'client') !== name.endsWith('Id'))
    throw new Error(`${given}: <name>:text, <name>:day? or <name>:decimal:<its name in Chinese>, or <name>Id:client`)
  const column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const en = column.replace(/_id$/, '').replaceAll('_', ' ')
  const { schema, sql } = mark ? kind.whereOptional : kind
  return {
    name,
    shown: nameField(name),
    column,
    kind: word as NewField['kind'],
    optional: mark !== undefined,
    zh: zh ?? en,
    en: en.charAt(0).toUpperCase() + en.slice(1),
    schema,
    sql: `${column} ${sql.replace('COLUMN', column)}`,
  }
}

type SampleOptions = {
  /** Behind the name of the field, what tells the text of one row from that of another. */
  mark: string
  /** The names of a request, or of the table. */
  by?: 'name' | 'column'
  /** Also what may stay empty. */
  full?: boolean
  /** What a client is in that code, `1` by itself. */
  client?: string
}

/** All fields of a row with their samples, in code. */
export const samplesOf = (
  fields: readonly NewField[],
  { mark, by = 'name', full = false, client = '1' }: SampleOptions,
): string =>
  fields
    .map((field) => {
      const sample = { text: `'${field.zh}${mark}'`, day: "'2026-11-20'", decimal: '12.5', client }[field.kind]
      return `${field[by]}: ${field.optional && !full ? 'null' : sample}`
    })
    .join(', ')

export type Span = { first: NewField; last: NewField }
/** Two days `startX` and `endX`, between which something lasts. */
export function spanOf(fields: readonly NewField[]): Span | null {
  const days = fields.filter(({ kind }) => kind === 'day')
  for (const first of days) {
    const last = days.find(({ name }) => first.name.startsWith('start') && name === first.name.replace('start', 'end'))
    if (last) return { first, last }
  }
  return null
}
