import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { createOnNodes, dropOnNodes, isThere, otherNodes, spread } from './citus.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A migrated, empty database: path of a tar archive of the embedded engine, or a database of TEST_DATABASE_URL's server. */
    template: { engine: 'embedded'; archive: string } | { engine: 'postgres'; server: string; database: string; nodes: string[] }
  }
}

const logger = pino({ level: 'silent' })
const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .sort()

/** Changes whenever a migration or the engine does. */
function schemaStamp(...besides: string[]): string {
  const hash = createHash('sha256').update(readFileSync(createRequire(import.meta.url).resolve('@electric-sql/pglite'), 'utf8').slice(0, 5_000))
  for (const path of ['migrations', ...besides].flatMap(filesBelow)) hash.update(path).update(readFileSync(path))
  return hash.digest('hex').slice(0, 16)
}

/** Migrates once for all workers and runs; the archive stays in node_modules/.cache until a migration changes. */
async function embeddedTemplate(): Promise<string> {
  const folder = join('node_modules', '.cache', 'coldfleet')
  const archive = join(folder, `template-${schemaStamp()}.tar`)
  if (existsSync(archive)) return archive
  mkdirSync(folder, { recursive: true })
  const base = await openDatabase({ databaseUrl: null, databaseReadUrl: null, dataDir: '' }, logger, { inMemory: true })
  await migrate(base.db)
  const unfinished = `${archive}.${process.pid}`
  if (base.embedded) writeFileSync(unfinished, await base.embedded.dump())
  await base.close()
  renameSync(unfinished, archive)
  return archive
}

async function administer(server: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/**
 * On a cluster of Citus, which has to be asked for (TEST_CITUS=1), every test finds its tables spread over the nodes that the server knows.
 * To make them takes a minute: the template stays there until a migration changes.
 */
async function citusTemplate(project: TestProject, server: string): Promise<() => Promise<void>> {
  const database = `coldfleet_test_${schemaStamp('src/server/db/citus')}`
  const nodes = await otherNodes(server)
  if (!(await isThere(server, database))) {
    await dropOnNodes(server, nodes, 'coldfleet_test_')
    await createOnNodes(server, nodes, database)
    const address = new URL(server)
    address.pathname = `/${database}`
    const base = await openDatabase({ databaseUrl: address.href, databaseReadUrl: null, dataDir: '' }, logger, { throwaway: true })
    await migrate(base.db)
    await spread(base, server, nodes, database)
  }
  project.provide('template', { engine: 'postgres', server, database, nodes })
  return () => dropOnNodes(server, nodes, `${database}_`)
}

export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) {
    project.provide('template', { engine: 'embedded', archive: await embeddedTemplate() })
    return undefined
  }
  if (process.env.TEST_CITUS === '1') return citusTemplate(project, server)
  const database = `coldfleet_test_${process.pid}`
  await administer(server, async (client) => {
    await client.query(`create database ${database}`)
  })
  const address = new URL(server)
  address.pathname = `/${database}`
  const base = await openDatabase({ databaseUrl: address.href, databaseReadUrl: null, dataDir: '' }, logger, { throwaway: true })
  await migrate(base.db)
  await base.close()
  project.provide('template', { engine: 'postgres', server, database, nodes: [] })
  return () =>
    administer(server, async (client) => {
      const made = await client.query<{ datname: string }>('select datname from pg_database where starts_with(datname, $1)', [database])
      for (const { datname } of made.rows) await client.query(`drop database if exists ${datname} with (force)`)
    })
}
