import pg from 'pg'
import { distribute } from '#server/db/citus/distribute.ts'
import { nodeSettings } from '#server/db/citus/sharded-tables.ts'
import type { OpenDatabase } from '#server/db/opened.ts'

/**
 * Return every node of a cluster except the first, as addresses without a database: those that the database of `server`
 * knows.
 */
export async function otherNodes(server: string): Promise<string[]> {
  const { rows } = await ask<{ nodename: string; nodeport: number }>(
    server,
    'select nodename, nodeport from pg_dist_node where groupid <> 0 order by nodeid',
  )
  return rows.map(({ nodename, nodeport }) => {
    const address = new URL(server)
    address.hostname = nodename
    address.port = String(nodeport)
    address.pathname = '/postgres'
    return address.href
  })
}

async function ask<Row extends pg.QueryResultRow>(address: string, statement: string): Promise<pg.QueryResult<Row>> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    return await client.query<Row>(statement)
  } finally {
    await client.end()
  }
}

const inDatabase = (address: string, name: string): string => {
  const url = new URL(address)
  url.pathname = `/${name}`
  return url.href
}

/** Create a database of this name on every node, joined to a cluster like that of `server`. */
export async function createOnNodes(server: string, nodes: readonly string[], name: string): Promise<void> {
  const { hostname, port } = new URL(server)
  for (const node of [server, ...nodes]) {
    await ask(node, `create database ${name}`)
    for (const extension of ['citus', 'pg_trgm']) await ask(inDatabase(node, name), `create extension ${extension}`)
  }
  const first = inDatabase(server, name)
  await ask(first, `select citus_set_coordinator_host('${hostname}', ${port})`)
  for (const node of nodes) {
    const other = new URL(node)
    await ask(first, `select citus_add_node('${other.hostname}', ${other.port})`)
  }
  // Few shards: a test has few companies, and each shard is a table of every distributed one.
  await ask(first, `alter database ${name} set citus.shard_count = 4`)
}

/** Does a database of this name exist, and is it finished, so that it accepts no more connections? */
export async function isThere(server: string, name: string): Promise<boolean> {
  const { rows } = await ask<{ there: boolean }>(
    server,
    `select exists (select from pg_database where datname = '${name}' and not datallowconn) as there`,
  )
  return rows[0]?.there === true
}

/** Distribute the tables, and forbid further connections: only then can the database be copied. */
export async function spread(
  { db, close }: OpenDatabase,
  server: string,
  nodes: readonly string[],
  name: string,
): Promise<void> {
  await distribute(db)
  await close()
  for (const node of [server, ...nodes]) {
    await ask(node, `alter database ${name} with allow_connections false`)
    await ask(node, `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`)
  }
}

/** Copy a database on every node of its cluster. */
export async function copyOnNodes(
  server: string,
  nodes: readonly string[],
  name: string,
  template: string,
): Promise<void> {
  for (const node of [server, ...nodes]) {
    await ask(node, `drop database if exists ${name} with (force)`)
    await ask(node, `create database ${name} template ${template}`)
    await ask(node, `alter database ${name} set citus.shard_count = 4`)
    // On a busy machine every query is slow, and a further connection to a node costs more than it saves.
    await ask(node, `alter database ${name} set citus.executor_slow_start_interval = '1s'`)
    for (const [setting, value] of Object.entries(nodeSettings))
      await ask(node, `alter database ${name} set ${setting} = ${value}`)
  }
}

/** Drop the databases with this name prefix on every node. */
export async function dropOnNodes(server: string, nodes: readonly string[], begin: string): Promise<void> {
  for (const node of [server, ...nodes]) {
    const { rows } = await ask<{ datname: string }>(
      node,
      `select datname from pg_database where starts_with(datname, '${begin}')`,
    )
    for (const { datname } of rows) await ask(node, `drop database if exists ${datname} with (force)`)
  }
}
