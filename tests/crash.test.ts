import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { crashRounds } from '#tests/support/crash-rounds.ts'

const template = inject('template')

/** A new database on the server of this run, or null for the embedded engine. */
async function freshDatabase(): Promise<string | null> {
  if (template.engine === 'embedded') return null
  const name = `${template.database}_crash`
  const client = new pg.Client({ connectionString: template.server })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const address = new URL(template.server)
  address.pathname = `/${name}`
  return address.href
}

test('a server that is killed in the middle of a feed loses nothing it has acknowledged and leaves nothing half done', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'coldfleet-crash-'))
  try {
    const report = await crashRounds({ rounds: 2, devices: 1_500, databaseUrl: await freshDatabase(), dataDir })
    expect(report.problems).toEqual([])
    expect(report.acknowledged).toBeGreaterThanOrEqual(2)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 120_000)
