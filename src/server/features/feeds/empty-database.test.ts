import { describe, expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildHeadquarters } from '#tests/support/factories.ts'
import { lineOf } from '#tests/support/feeds.ts'
import { territoryOf } from '#tests/support/shape.ts'
import { applyFeed } from './apply-feed.ts'
import type { FeedParts } from './feed-call.ts'

const database = useDatabase()
const apply = (companyIds: number[], dryRun: boolean, siteIds: number[] | null = null) => {
  const parts: FeedParts = {
    db: database.db,
    config: { databaseUrl: database.url, deviceFeedUrl: null, timeZone: 'Asia/Shanghai' },
    clock: () => new Date(),
  }
  const territory = territoryOf(companyIds, { everything: companyIds.length === 0, siteIds })
  return applyFeed(
    parts,
    { actor: 'admin', userId: null, territory, language: 'zh' },
    { devices: [lineOf('A1'), lineOf('')], dryRun },
  )
}

describe('A feed before the first base', () => {
  test.each([true, false])('Refuse each line with its reason, without an error (dry run: %s)', async (dryRun) => {
    await buildHeadquarters(database.db)
    const result = await apply([], dryRun)
    expect(result).toMatchObject({
      read: 2,
      refused: 2,
      dryRun,
      coverage: [],
      errors: [{ reason: 'companyUnclear' }, { reason: 'serialMissing' }],
    })
  })

  test.each([true, false])(
    'Refuse each line in a base without a site, with its reason (dry run: %s)',
    async (dryRun) => {
      const { id } = await buildCompany(database.db)
      expect(await apply([id], dryRun)).toMatchObject({ read: 2, refused: 2, dryRun })
      expect(await apply([id], dryRun, [])).toMatchObject({ read: 2, refused: 2, dryRun })
    },
  )

  test('Fail to apply a feed before headquarters exist', async () => {
    await expect(apply([], true)).resolves.toMatchObject({ refused: 2 })
    await expect(apply([], false)).rejects.toBeInstanceOf(AppError)
  })
})
