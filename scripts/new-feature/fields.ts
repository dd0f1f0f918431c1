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

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
/** Parse `合同编号/Contract number`: a name in Chinese and in English, each of which may be missing. */
export const namesIn = (text: string | undefined, otherwise: string): { zh: string; en: string } => {
  const [zh, en] = text?.split('/') ?? []
  return { zh: zh || en || otherwise, en: en || capital(otherwise) }
}
const fieldForm =
  '<name>:text, <name>:day?, <name>:decimal, <name>Id:client or <name>:one,<value>=<Chinese>/<English>,…'

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
 * Parse `startDate:day?:开始日期/Start`: a name, a kind, `?` for a field that may be empty, and its names in Chinese and
 * English.
 * @throws for any other text
 */
export function fieldOf(given: string): NewField {
  const [, name = '', word = '', choices, mark, names] =
    /^([a-z][A-Za-z]*):([a-z]+)(?:,([^:?]+))?(\?)?(?::(.+))?$/.exec(given) ?? []
  const kind = kinds[word]
  const optional = mark !== undefined
  if (
    (word === 'client') !== name.endsWith('Id') ||
    (word === 'one') !== (choices !== undefined) ||
    (!kind && !choices)
  )
    throw new Error(`${given}: ${fieldForm}, with :<Chinese>/<English> at the end`)
  const column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const common = {
    name,
    shown: nameField(name),
    column,
    kind: word as NewField['kind'],
    optional,
    ...namesIn(names, column.replace(/_id$/, '').replaceAll('_', ' ')),
  }
  if (!kind) return { ...common, ...oneOf(choices ?? '', column, optional) }
  const { schema, sql } = optional ? kind.whereOptional : kind
  return { ...common, values: [], schema, sql: `${column} ${sql.replace('COLUMN', column)}` }
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
        text: `'${field.zh}${mark}'`,
        day: `'${day}'`,
        decimal: other ? '36.25' : '12.5',
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
