import { sql } from 'kysely'
import type { ProcessTables } from '#server/db/process-tables.ts'
import type { Db } from '#server/db/tables.ts'

/** A table as described by the database catalogue, so that tables of later migrations are backed up automatically. */
export type TableShape = {
  name: string
  columns: { name: string; type: string }[]
  /** Columns of the primary key: rows are written in their order, so that equal tables have equal checksums. */
  key: string[]
  /** Columns with a sequence. */
  counters: string[]
}

type ColumnRow = {
  table_name: string
  column_name: string
  type: string
  key_position: number | null
  counter: boolean
}

/** Sort tables so that each comes after the tables that it references (except itself). */
function inOrder(tables: TableShape[], references: { from: string; to: string }[]): TableShape[] {
  const waiting = new Map(tables.map((table) => [table.name, table]))
  const ordered: TableShape[] = []
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(
      (table) => !references.some(({ from, to }) => from === table.name && to !== table.name && waiting.has(to)),
    )
    if (ready.length === 0) throw new Error(`tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}`)
    for (const table of ready) {
      ordered.push(table)
      waiting.delete(table.name)
    }
  }
  return ordered
}

/** Tables with messages between running processes: useless later, or elsewhere. */
const ofTheMoment: (keyof ProcessTables)[] = [
  'place_version',
  'place_change',
  'job',
  'rate_count',
  'lease',
  'call_key',
  'partial_upload',
]
/** Tables about the distribution over several nodes: a restored database has its own distribution. */
const notKept = [...ofTheMoment, 'loose_reference', 'device_serial']

/** A month that is being rewritten into a copy. */
const monthCopy = '^device_daily_[0-9]{4}_[0-9]{2}_new$'

/** References without a foreign key, where tenants are on several nodes; an older schema has none. */
async function looseReferences(db: Db): Promise<{ from: string; to: string }[]> {
  const { rows: there } = await sql<{
    there: boolean
  }>`select to_regclass('loose_reference') is not null as there`.execute(db)
  if (!there[0]?.there) return []
  return (
    await sql<{ from: string; to: string }>`select from_table as "from", to_table as "to" from loose_reference`.execute(
      db,
    )
  ).rows
}

/**
 * Return every table of ours with its stored columns, without partitions, the migrator's own tables, month copies and
 * `notKept`.
 */
export async function readTables(db: Db): Promise<TableShape[]> {
  const { rows } = await sql<ColumnRow>`
    select c.relname as table_name, a.attname as column_name, format_type(a.atttypid, a.atttypmod) as type,
      array_position(i.indkey::int2[], a.attnum) as key_position,
      pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null as counter
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname not like 'kysely%'
      and c.relname <> all(${notKept}::text[]) and c.relname !~ ${monthCopy}
    order by c.relname, a.attnum`.execute(db)
  const references = await sql<{ from: string; to: string }>`
    select distinct f.relname as "from", t.relname as "to" from pg_constraint k
    join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and f.relnamespace = 'public'::regnamespace`.execute(db)
  references.rows.push(...(await looseReferences(db)))
  const tables = new Map<string, TableShape & { keyed: [number, string][] }>()
  for (const row of rows) {
    const table = tables.get(row.table_name) ?? { name: row.table_name, columns: [], key: [], counters: [], keyed: [] }
    table.columns.push({ name: row.column_name, type: row.type })
    if (row.key_position !== null) table.keyed.push([row.key_position, row.column_name])
    if (row.counter) table.counters.push(row.column_name)
    tables.set(row.table_name, table)
  }
  const shapes = [...tables.values()].map(({ keyed, ...table }) => ({
    ...table,
    key: keyed.sort(([a], [b]) => a - b).map(([, name]) => name),
  }))
  return inOrder(shapes, references.rows)
}

/** Apply settings under which every engine writes a value as the same text. */
export async function settleTexts(db: Db): Promise<void> {
  for (const setting of [
    "datestyle = 'ISO, YMD'",
    "timezone = 'UTC'",
    "bytea_output = 'hex'",
    "intervalstyle = 'postgres'",
    'extra_float_digits = 1',
  ]) {
    await sql.raw(`set local ${setting}`).execute(db)
  }
}

const rowsAtOnce = 2_000

/**
 * Yield the rows of a table, each as a JSON array of texts, in the order of the primary key; a few thousand at a time.
 * Needs a transaction.
 */
export async function* rowLines(db: Db, table: TableShape): AsyncGenerator<string[], void, unknown> {
  const columns = sql.join(table.columns.map(({ name }) => sql`${sql.ref(name)}::text`))
  const order = sql.join(
    (table.key.length > 0 ? table.key : table.columns.map(({ name }) => name)).map((name) => sql.ref(name)),
  )
  await sql`declare backup_rows no scroll cursor for select json_build_array(${columns})::text as line from ${sql.table(table.name)} order by ${order}`.execute(
    db,
  )
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch forward ${sql.lit(rowsAtOnce)} from backup_rows`.execute(db)
    if (rows.length > 0) yield rows.map(({ line }) => line)
    if (rows.length < rowsAtOnce) break
  }
  await sql`close backup_rows`.execute(db)
}

/** Return the position of each sequence of a table. */
export async function readCounters(
  db: Db,
  table: TableShape,
): Promise<Record<string, { last: string; called: boolean }>> {
  const counters: Record<string, { last: string; called: boolean }> = {}
  for (const column of table.counters) {
    const named = await sql<{
      sequence: string
    }>`select pg_get_serial_sequence(${table.name}, ${column}) as sequence`.execute(db)
    const sequence = named.rows[0]?.sequence
    if (!sequence) continue
    const stands = await sql<{
      last: string
      called: boolean
    }>`select last_value::text as last, is_called as called from ${sql.raw(sequence)}`.execute(db)
    const row = stands.rows[0]
    if (row) counters[column] = row
  }
  return counters
}
