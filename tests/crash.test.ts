import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { crashRounds } from '#tests/support/crash-rounds.ts'
import { migratedProduct } from '#tests/support/migrated-product.ts'

test('lose no acknowledged feed and keep no half of one when the server is killed', async () => {
  const { dataDir, databaseUrl } = await migratedProduct('crash')
  try {
    const report = await crashRounds({ rounds: 2, devices: 1_500, databaseUrl, dataDir })
    expect(report.problems).toEqual([])
    expect(report.acknowledged).toBeGreaterThanOrEqual(2)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 120_000)
