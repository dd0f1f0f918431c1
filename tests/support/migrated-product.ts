import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { embeddedFolder } from '#server/db/open-embedded.ts'
import { copyOnNodes } from './citus.ts'

/** A migrated, empty database for a process of the product: `environment` contains the product's settings for it. */
export type MigratedProduct = { dataDir: string; databaseUrl: string | null; environment: Record<string, string> }

/**
 * Create a data folder, and a copy of the run's migrated template in it or next to it: a start without migrations takes
 * a third of the time, and without the replay after a dump a quarter less. `name` distinguishes the databases of one
 * PostgreSQL. The caller removes the folder.
 */
export async function migratedProduct(name: string): Promise<MigratedProduct> {
  const dataDir = mkdtempSync(join(tmpdir(), `coldfleet-${name}-`))
  const template = inject('template')
  if (template.engine === 'embedded') {
    cpSync(template.folder, embeddedFolder(dataDir), { recursive: true })
    return { dataDir, databaseUrl: null, environment: { DATA_DIR: dataDir } }
  }
  const database = `${template.copies}_${name}`
  if (template.nodes.length > 0) await copyOnNodes(template.server, template.nodes, database, template.database)
  else {
    const client = new pg.Client({ connectionString: template.server })
    await client.connect()
    await client.query(`drop database if exists ${database} with (force)`)
    await client.query(`create database ${database} template ${template.database}`)
    await client.end()
  }
  const address = new URL(template.server)
  address.pathname = `/${database}`
  return { dataDir, databaseUrl: address.href, environment: { DATA_DIR: dataDir, DATABASE_URL: address.href } }
}
