import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { embeddedFolder } from '#server/db/open-embedded.ts'
import { createOnNodes, dropOnNodes, isThere, otherNodes, spread } from './citus.ts'

const logger = pino({ level: 'silent' })

/** Migrate an empty database of the embedded engine, and save it as `archive`. */
export async function makeArchive(archive: string): Promise<void> {
  mkdirSync(dirname(archive), { recursive: true })
  const base = await openDatabase({ databaseUrl: null, databaseReadUrl: null, dataDir: '' }, logger, { inMemory: true })
  await migrate(base.db)
  const unfinished = `${archive}.${process.pid}`
  if (base.embedded) writeFileSync(unfinished, await base.embedded.dump())
  await base.close()
  renameSync(unfinished, archive)
}

/** Save the database of an archive as `folder`, after a clean shutdown. */
export async function makeFolder(folder: string, archive: string): Promise<void> {
  const dataDir = `${folder}.${process.pid}`
  const base = await openDatabase({ databaseUrl: null, databaseReadUrl: null, dataDir }, logger, { template: archive })
  await base.close()
  renameSync(embeddedFolder(dataDir), folder)
  rmSync(dataDir, { recursive: true })
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
 * Provide a template on a Citus cluster, which must be requested (TEST_CITUS=1): every test finds its tables
 * distributed over the nodes that the server knows. Creating it takes a minute: the template stays there until a
 * migration changes.
 */
export async function citusTemplate(
  project: TestProject,
  server: string,
  database: string,
): Promise<() => Promise<void>> {
  const nodes = await otherNodes(server)
  if (!(await isThere(server, database))) {
    await dropOnNodes(server, nodes, 'coldfleet_test_')
    await createOnNodes(server, nodes, database)
    const address = new URL(server)
    address.pathname = `/${database}`
    const base = await openDatabase({ databaseUrl: address.href, databaseReadUrl: null, dataDir: '' }, logger, {
      throwaway: true,
    })
    await migrate(base.db)
    await spread(base, server, nodes, database)
  }
  const copies = `${database}_${process.pid}`
  project.provide('template', { engine: 'postgres', server, database, copies, nodes })
  return () => dropOnNodes(server, nodes, `${copies}_`)
}

/**
 * Create a migrated database on this server for this run only. @returns a function that drops it, and those that the
 * tests have created from it
 */
export async function postgresTemplate(project: TestProject, server: string): Promise<() => Promise<void>> {
  const database = `coldfleet_test_${process.pid}`
  await administer(server, async (client) => {
    await client.query(`create database ${database}`)
  })
  const address = new URL(server)
  address.pathname = `/${database}`
  const base = await openDatabase({ databaseUrl: address.href, databaseReadUrl: null, dataDir: '' }, logger, {
    throwaway: true,
  })
  await migrate(base.db)
  await base.close()
  project.provide('template', { engine: 'postgres', server, database, copies: database, nodes: [] })
  return () =>
    administer(server, async (client) => {
      const made = await client.query<{ datname: string }>(
        'select datname from pg_database where starts_with(datname, $1)',
        [database],
      )
      for (const { datname } of made.rows) await client.query(`drop database if exists ${datname} with (force)`)
    })
}
