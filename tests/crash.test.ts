import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { crashRounds } from '#tests/support/crash-rounds.ts'
import { freshDatabase } from '#tests/support/fresh-database.ts'

test('a server that is killed in the middle of a feed loses nothing it has acknowledged and leaves nothing half done', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'coldfleet-crash-'))
  const template = inject('template')
  const databaseUrl = template.engine === 'embedded' ? null : await freshDatabase(template, 'crash')
  try {
    const report = await crashRounds({ rounds: 2, devices: 1_500, databaseUrl, dataDir })
    expect(report.problems).toEqual([])
    expect(report.acknowledged).toBeGreaterThanOrEqual(2)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 120_000)
