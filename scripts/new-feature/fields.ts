/** A field of a new feature, and what files that are made of it have to say. */
export type NewField = {
  name: string
  column: string
  kind: 'text' | 'day' | 'decimal'
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
}

/** Reads `startDate:day?:开始日期`: a name, a kind (text, day, decimal), `?` where it may stay empty, and its Chinese name. @throws for anything else */
export function fieldOf(given: string): NewField {
  const [, name = '', word = '', mark, zh] = /^([a-z][A-Za-z]*):([a-z]+)(\?)?(?::(.+))?$/.exec(given) ?? []
  const kind = kinds[word]
  if (!kind) throw new Error(`${given}: <name>:text, <name>:day? or <name>:decimal:<its name in Chinese>`)
  const column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const en = column.replaceAll('_', ' ')
  const { schema, sql } = mark ? kind.whereOptional : kind
  return {
    name,
    column,
    kind: word as NewField['kind'],
    optional: mark !== undefined,
    zh: zh ?? en,
    en: en.charAt(0).toUpperCase() + en.slice(1),
    schema,
    sql: `${column} ${sql.replace('COLUMN', column)}`,
  }
}

/** A value for examples and tests, in code. */
const sampleOf = (kind: NewField['kind'], text: string): string =>
  ({ text: `'${text}'`, day: "'2026-11-20'", decimal: '12.5' })[kind]

/**
 * All fields of a row with their samples, by the names of a request or of the table; what may stay empty is empty unless it is `full`.
 * `text` = what each text says.
 */
export const samplesOf = (
  fields: readonly NewField[],
  text: string,
  by: 'name' | 'column' = 'name',
  full = false,
): string =>
  fields.map((field) => `${field[by]}: ${field.optional && !full ? 'null' : sampleOf(field.kind, text)}`).join(', ')
