import { type Kysely, sql } from 'kysely'
import type { Database, Db, Trx } from '#server/db/tables.ts'
import {
  type ForeignKey,
  foreignKeys,
  heldByCitus,
  identitiesOf,
  keysWithoutCompany,
  type StoredTrigger,
  triggersOn,
} from './catalogue.ts'
import { settingsToRenew } from './check.ts'
import {
  copiedTables,
  firstNodeTriggers,
  nodeSettings,
  shapeFunctions,
  shardsPerNode,
  spreadTables,
} from './sharded-tables.ts'

/**
 * Tables that a run has distributed by company or copied to every node, and settings of an earlier version that it has
 * renewed; empty lists = nothing was to do.
 */
export type Distributed = { spread: string[]; copied: string[]; settings: string[] }

const run = (trx: Db, statement: string) => sql.raw(statement).execute(trx)
const isSpread = (table: string): boolean => spreadTables.some((name) => name === table)
const isCopied = (table: string): boolean => copiedTables.some((name) => name === table)

/** Run a statement on every other node. @throws Error with the message of a node that failed */
async function onOtherNodes(trx: Db, statement: string): Promise<void> {
  const { rows } = await sql<{ nodename: string; nodeport: number; success: boolean; result: string }>`
    select nodename, nodeport, success, result from run_command_on_workers(${statement})`.execute(trx)
  const refused = rows.find(({ success }) => !success)
  if (refused) throw new Error(`${refused.nodename}:${refused.nodeport}: ${refused.result}`)
}

/** Indexes that find serials by the expression that makes them unique, in the order of headquarters' list. */
const serialIndexes = [
  'create index if not exists device_serial_key_search on device(upper(serial collate "C"))',
  'create index if not exists device_serial_order on device(serial, id)',
]

/** Add the company to the keys of a table, so that each node can enforce them alone. */
async function nameCompanyInKeys(trx: Trx, table: string): Promise<void> {
  for (const { name, primary, columns, definition } of await keysWithoutCompany(trx, table)) {
    if (primary) {
      await run(trx, `alter table ${table} drop constraint ${name}`)
      await run(trx, `alter table ${table} add constraint ${name} primary key (company_id, ${columns})`)
      // Headquarters finds a row by its number alone.
      await run(trx, `create index if not exists ${table}_number on ${table}(${columns})`)
      continue
    }
    // A serial is unique across all companies: device_serial enforces that, and the index finds it.
    const isSerial = table === 'device' && definition.includes('upper(')
    await run(trx, `alter table ${table} drop constraint if exists ${name}`)
    await run(trx, `drop index if exists ${name}`)
    if (isSerial) for (const index of serialIndexes) await run(trx, index)
    else await run(trx, definition.replace('USING btree (', 'USING btree (company_id, '))
  }
}

/** Number rows by a sequence of the first node: Citus does not support a four-byte identity column. */
async function numberBySequence(trx: Trx, table: string): Promise<void> {
  for (const { column, type } of await identitiesOf(trx, table)) {
    const sequence = `${table}_${column}_numbers`
    const { rows } = await sql<{ next: string }>`
      select (coalesce(pg_sequence_last_value(s.oid), 0) + 1)::text as next
      from (select pg_get_serial_sequence(${table}, ${column})::regclass as oid) s`.execute(trx)
    await run(trx, `alter table ${table} alter column ${column} drop identity`)
    await run(
      trx,
      `create sequence ${sequence} as ${type} start with ${rows[0]?.next ?? '1'} owned by ${table}.${column}`,
    )
    await run(trx, `alter table ${table} alter column ${column} set default nextval('${sequence}')`)
  }
}

/**
 * Recreate a foreign key. Between distributed tables it includes the company; a key that would point from one node to
 * another is only recorded.
 */
async function pointAgain(trx: Trx, { name, from, column, to, onDelete, definition }: ForeignKey): Promise<void> {
  if (isSpread(from) && isCopied(to)) await run(trx, `alter table ${from} add constraint ${name} ${definition}`)
  else if (isSpread(from) && isSpread(to))
    await run(
      trx,
      `alter table ${from} add constraint ${name} foreign key (company_id, ${column}) references ${to}(company_id, id)`,
    )
  else
    await sql`insert into loose_reference(from_table, from_column, to_table, on_delete) values (${from}, ${column}, ${to}, ${onDelete})
      on conflict do nothing`.execute(trx)
}

/** Reopen closed months: none is rewritten in compact form while its rows are distributed. */
async function reopenMonths(trx: Trx): Promise<void> {
  const { rows } = await sql<{ table: string }>`
    select c.relname as "table" from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgname = 'history_month_written' and c.relnamespace = 'public'::regnamespace`.execute(trx)
  for (const { table } of rows) await run(trx, `drop trigger history_month_written on ${table}`)
  await run(trx, 'delete from history_month')
  await run(trx, 'delete from history_write')
}

/**
 * Record all serials. An older database may hold two spellings of one serial: both machines remain, and the older one
 * keeps the serial.
 */
async function claimAll(trx: Trx): Promise<void> {
  await run(
    trx,
    'create table if not exists device_serial (serial_key text collate "C" primary key, company_id int not null, device_id int not null)',
  )
  await run(
    trx,
    'insert into device_serial select upper(serial collate "C"), company_id, id from device order by id on conflict (serial_key) do nothing',
  )
}

/**
 * Set the parameters of this database on each node. This happens outside the transaction, so that its connections to
 * the nodes have them.
 */
async function setNodes(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`select quote_ident(current_database()) as name`.execute(db)
  for (const [setting, value] of Object.entries(nodeSettings)) {
    const statement = `alter database ${rows[0]?.name} set ${setting} = ${value}`
    await run(db, statement)
    // Citus 13 sends the setting to the other nodes and forbids anyone else to do so; older versions do not.
    const { rows: nodes } = await sql<{
      result: string
    }>`select result from run_command_on_workers(${`select exists (select from pg_db_role_setting
      join pg_database on pg_database.oid = setdatabase where datname = current_database() and '${setting}=${value}' = any(setconfig))`})`.execute(
      db,
    )
    if (nodes.some(({ result }) => result !== 't')) await onOtherNodes(db, statement)
  }
}

/** Set the number of shards that a new table gets in this transaction, unless the operator has set it. */
async function setShards(trx: Trx): Promise<void> {
  await sql`select set_config('citus.shard_count', (select count(*) * ${shardsPerNode}::int from pg_dist_node where shouldhaveshards)::text, true)
    from pg_settings where name = 'citus.shard_count' and source = 'default'`.execute(trx)
}

/** Restrict a trigger of a copied table to the first node: its writes are stored there, once. */
const onFirstNode = (definition: string): string =>
  definition.includes(' WHEN (')
    ? definition.replace(' WHEN (', ' WHEN (is_first_node() AND ')
    : definition.replace(' EXECUTE FUNCTION ', ' WHEN (is_first_node()) EXECUTE FUNCTION ')

async function putTriggers(trx: Trx, triggers: readonly StoredTrigger[]): Promise<void> {
  for (const { name, table, definition } of triggers) {
    if (firstNodeTriggers.some((trigger) => trigger === name)) continue
    await run(trx, isCopied(table) ? onFirstNode(definition) : definition)
  }
}

/**
 * Distribute each table in one transaction: rows of a company on one node, names on every node. Distributed tables stay
 * unchanged, so that the command can run again, for example after an update with new tables.
 * @throws Error with the reason why Citus, or a node, refuses; then nothing has changed
 */
export async function distribute(db: Kysely<Database>): Promise<Distributed> {
  const settings = await settingsToRenew(db)
  await setNodes(db)
  return db.transaction().execute(async (trx) => {
    const held = await heldByCitus(trx)
    const spread = spreadTables.filter((table) => !held.spread.has(table))
    const copied = copiedTables.filter((table) => !held.copied.has(table))
    if (spread.length + copied.length === 0) return { spread: [], copied: [], settings }
    await run(trx, "set local citus.multi_shard_modify_mode = 'sequential'")
    for (const [setting, value] of Object.entries(nodeSettings)) await run(trx, `set local ${setting} = ${value}`)
    for (const [name, statement] of Object.entries(shapeFunctions.everywhere)) {
      await run(trx, statement)
      await sql`select create_distributed_function(${`${name}()`})`.execute(trx)
    }
    const moved = [...spread, ...copied]
    // Rows that move to their nodes are not new: the triggers must not count them again.
    const triggers = await triggersOn(trx, moved)
    for (const { name, table } of triggers) await run(trx, `drop trigger ${name} on ${table}`)
    const keys = await foreignKeys(trx, spread)
    for (const { name, from } of keys) await run(trx, `alter table ${from} drop constraint ${name}`)
    if (spread.includes('device_daily')) await reopenMonths(trx)
    if (spread.includes('device')) {
      await claimAll(trx)
      await run(trx, "delete from daily_scope where kind = 'all'")
      await run(trx, 'delete from daily_type where company_id = 0')
    }
    for (const table of spread) {
      await nameCompanyInKeys(trx, table)
      await numberBySequence(trx, table)
    }
    await setShards(trx)
    for (const table of spread) {
      const beside = table === 'device' ? 'none' : 'device'
      await sql`select create_distributed_table(${table}, 'company_id', colocate_with => ${beside})`.execute(trx)
    }
    for (const table of copied) await sql`select create_reference_table(${table})`.execute(trx)
    for (const key of keys) await pointAgain(trx, key)
    await putTriggers(trx, triggers)
    for (const statement of shapeFunctions.first) await run(trx, statement)
    // Makes every process reload the names, and with them the shape of the database.
    await run(trx, 'select move_place_version()')
    return { spread, copied, settings }
  })
}
