import { describe, expect, test } from 'vitest'
import { fieldLabel, problemText, warningText } from '#shared/i18n/selection.ts'
import { exampleA } from '#tests/support/projects.ts'
import { blockProblems } from './export-problems.ts'
import { inputWarnings } from './input-warnings.ts'
import { emptyProject } from './project.ts'
import { exportFields, numberFields } from './project-fields.ts'

describe('ranges', () => {
  test('accept each number just inside its range, and refuse it just outside with field, unit and range', () => {
    for (const [name, { min, max, unit }] of Object.entries(numberFields)) {
      const at = (value: number) =>
        blockProblems({ ...emptyProject(), [name]: value }).filter(
          ({ field, problem }) => field === name && problem.startsWith('range'),
        )
      expect(at(max), name).toEqual([])
      expect(at(max + 1), name).toEqual([
        expect.objectContaining({ field: name, values: { min, max, unit, value: max + 1 } }),
      ])
      if (min !== 0) expect(at(min - 1 || min - 2), name).toHaveLength(1)
    }
    const [problem] = blockProblems({ ...exampleA, doorOpenDuration: 4_000 })
    expect(problem && problemText('zh', problem)).toBe('每次开门时间应在 1 到 3,600 s 之间')
    expect(problem && problemText('en', problem)).toBe('Time of one opening must be from 1 to 3,600 s')
  })

  test.each([
    [{ door2Height: null }, 'door2Height', 'doorBoth'],
    [{ door3Length: 1 }, 'door3Height', 'doorBoth'],
    [{ door1Height: 7 }, 'door1Height', 'doorTooHigh'],
    [{ door1Height: 4.5 }, 'door1Height', 'doorTooHighRoom'],
    [{ reentryRoomWidth: 0 }, 'reentryRoomWidth', 'roomAll'],
    [{ deviceCount: 1.5 }, 'deviceCount', 'whole'],
    [{ doorOperationTimeDaily: -1 }, 'doorOperationTimeDaily', 'rangeAbove'],
  ])('%j blocks %s: %s', (change, field, problem) => {
    expect(blockProblems({ ...exampleA, ...change }).map((row) => [row.field, row.problem])).toContainEqual([
      field,
      problem,
    ])
  })

  test('accept example A without a remark', () => {
    expect(blockProblems(exampleA)).toEqual([])
    expect(inputWarnings(exampleA, 41)).toEqual([])
  })

  test.each([
    [{ altitudeAvg: 400 }, 'altitudeFarFromCity'],
    [{ tempWinterAvg: 32 }, 'winterAboveSummer'],
    [{ tempMaxYear: 30 }, 'peakBelowSummer'],
    [{ tempMaxYear: 31 }, 'peakBelowOutdoor'],
    [{ tempMaxYear: 25 }, 'humidityCut'],
    [{ humidityContentMax: 15 }, 'humidityBelowDesign'],
    [{ humidityContentMax: 0.02 }, 'humidityInKgKg'],
    [{ designTempStorage: -5 }, 'temperatureOutsideGoods'],
    [{ designHumidityStorage: 60 }, 'humidityOutsideGoods'],
    [{ designTempStorage: -31, reentryRoomLength: null }, 'coldWithoutRoom'],
    [{ outdoorTemp: -25 }, 'outdoorNotWarmer'],
    [{ storageLength: 300, storageWidth: 300 }, 'volumeLarge'],
    [{ door1Length: 8 }, 'doorLarge'],
    [{ door1Length: 41 }, 'doorsWide'],
    [{ door1OpenCountDaily: 2_000 }, 'openAllTheTime'],
    [{ doorOpenDuration: 2 }, 'durationOdd'],
    [{ reentryRoomLength: 2 }, 'roomShort'],
    [{ estSafety: 1.4 }, 'safetyHigh'],
    [{ estWindSpeed: 0.2 }, 'sweepLow'],
  ])('remark on %j while typing: %s', (change, code) => {
    const warnings = inputWarnings({ ...exampleA, ...change }, 41)
    expect(warnings.map((warning) => warning.code)).toContain(code)
    for (const warning of warnings)
      for (const language of ['zh', 'en'] as const)
        expect(warningText(language, warning)).not.toMatch(/\{\{|undefined|NaN/)
  })

  test('accept values far out of range while typing', () => {
    for (const value of [-1e9, -300, 1e9]) {
      const wild = {
        ...exampleA,
        outdoorHumidity: value,
        tempMaxYear: value,
        altitudeAvg: value,
        humidityContentMax: value,
      }
      expect(() => inputWarnings(wild, 41)).not.toThrow()
    }
  })

  test('give every field a name in both languages', () => {
    for (const field of exportFields) expect(fieldLabel('zh', field)).not.toBe(fieldLabel('en', field))
  })
})
