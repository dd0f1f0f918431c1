import { expect, test } from 'vitest'
import { factColumns } from '#shared/device-facts.ts'
import { feedColumns } from '#shared/feed.ts'
import { word } from '#shared/i18n/index.ts'
import { headingIndex } from './column-names.ts'

const listed = ['serial', 'type', 'site', 'client', 'account', 'activeWorker', 'activeWorkerState'] as const

test('Read the headings that the own export writes, in each language', () => {
  for (const language of ['zh', 'en'] as const)
    for (const column of [...listed, ...factColumns])
      expect([column, headingIndex(word(language, `device.column.${column}`))]).toEqual([
        column,
        feedColumns.indexOf(column),
      ])
})
