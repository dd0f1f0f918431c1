import { expect, test } from 'vitest'
import { repairColumns } from '#shared/repairs.ts'
import { shownRepairColumns } from './shown-columns.ts'

test('Export each visible column with the fact below it, and leave out both when the column is hidden', () => {
  expect(shownRepairColumns([])).toEqual([...repairColumns])
  expect(shownRepairColumns(['site', 'createTime'])).toEqual([
    ...[
      'type',
      'deviceSerial',
      'notes',
      'repairDate',
      'outcome',
      'clockDays',
      'backOnline',
      'workshop',
      'cost',
      'warrantyUntil',
    ],
  ])
  // A hidden column in an old saved view is still exported when it is now shown below another column.
  expect(shownRepairColumns(['client'])).toEqual([...repairColumns])
})
