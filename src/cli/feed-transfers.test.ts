import { expect, test, vi } from 'vitest'
import type { FeedResult } from '#shared/feed.ts'
import { cliWord } from '#shared/i18n/cli.ts'
import { sayTransfers } from './feed-transfers.ts'

test('Name each route of a feed once, and every batch that undoes a new owner', () => {
  const owner = (client: string) => ({ company: '华东基地', site: '一号站', client, account: null })
  const late = { from: owner('北辰'), to: owner('晨曦'), date: '2026-11-25' }
  const transfers = [
    { ...late, count: 2, batchId: 284 },
    { ...late, count: 1, batchId: 286 },
    { ...late, to: owner('远山'), count: 1, until: '2026-11-27', batchId: 285 },
  ]
  const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const remarked = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  try {
    sayTransfers(
      { transfers, batchId: 283, ownerBatches: [284, 285, 286, 399] } as unknown as FeedResult,
      {
        language: 'en',
        say: (name, values) => cliWord('en', name, values),
      } as Parameters<typeof sayTransfers>[1],
    )
    expect(said.mock.calls.flat().join('')).toBe(
      [
        'transferred: 3, 华东基地 / 一号站 / 北辰 → 华东基地 / 一号站 / 晨曦',
        'transferred: 1, 华东基地 / 一号站 / 北辰 → 华东基地 / 一号站 / 远山',
        'The new owners are in batches of their own: 284, 285, 286, 399; the undo of batch 283 leaves them, so undo each (devices undo --batch 284)',
        '',
      ].join('\n'),
    )
    expect(remarked.mock.calls.flat().join('')).toContain('from 2026-11-25 on; Batch 286\n')
  } finally {
    said.mockRestore()
    remarked.mockRestore()
  }
})
