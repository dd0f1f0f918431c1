import { expect, test } from 'vitest'
import { repairColumns } from '#shared/repairs.ts'
import { shownRepairColumns } from './shown-columns.ts'

test('a file has every column of the screen with what is below it, and leaves out with a hidden column what stood below it', () => {
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
  // Hidden on its own in a view of former days, it is below its column all the same.
  expect(shownRepairColumns(['client'])).toEqual([...repairColumns])
})
