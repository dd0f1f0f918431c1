import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reportLanguages } from '#shared/projects.ts'
import type { ProjectData } from '#shared/selection/project-fields.ts'
import { exampleA, validProjects, withoutRoom } from '#tests/support/projects.ts'
import { printed, spaced, textOf } from '#tests/support/report-text.ts'
import { reportInput } from '#tests/support/reports.ts'

const hopeless: ProjectData = {
  ...withoutRoom,
  storageLength: 100,
  hasAirCurtain: 'no',
  hasDoorCurtain: 'no',
  door1OpenState: 'alwaysOpen',
}

test('Report need, limit, largest plant and every remedy when no model fits', () => {
  const input = reportInput(hopeless, { language: 'en' })
  const text = spaced(textOf(input))
  const said = [
    'No model meets the need',
    'eight of the largest model take too little moisture',
    '8 × L-20000',
    'Add both curtains',
    'Special design',
    '1 × L-16000',
    '1 × S-2000',
  ]
  for (const part of said) expect(text).toContain(part)
  expect(text).toContain(`${input.selection.needKgH.toFixed(1)} kg/h`)
  expect(text).not.toContain('Selected here\n1 ×')
})

test('Use the store as the zone without a re-entry room, and report extrapolation', () => {
  const text = textOf(reportInput(withoutRoom))
  expect(text).toContain('1 × L-16000')
  expect(text).toContain('冷库（即保护区）')
  expect(text).toContain('超出已发表的转轮曲线')
})

test('Report the largest choice without a share when only the air flow is too large', () => {
  const standing = {
    door1OpenState: 'alwaysOpen',
    door2OpenState: 'alwaysOpen',
    door3OpenState: 'alwaysOpen',
    hasAirCurtain: 'no',
    hasDoorCurtain: 'no',
  } as const
  const doors = {
    door1Length: 0.3,
    door1Height: 0.3,
    door2Length: 0.3,
    door2Height: 0.3,
    door3Length: 3.6828,
    door3Height: 2,
    doorOperationTimeDaily: 0.1,
  }
  const store = {
    storageLength: 1,
    storageWidth: 1,
    storageHeight: 2,
    designTempStorage: 0,
    designHumidityStorage: 20,
    outdoorTemp: 0,
    outdoorHumidity: 5,
  }
  const climate = {
    altitudeAvg: null,
    tempSummerAvg: null,
    tempWinterAvg: null,
    humiditySummerAvg: null,
    humidityWinterAvg: null,
    humidityContentMax: 1,
  }
  const room = {
    reentryRoomLength: 1.5,
    reentryRoomWidth: 1.5,
    reentryRoomHeight: 2,
    estWindSpeed: 2.9451,
    deviceWindAdjust: 0.5,
    moisture: null,
  }
  const input = reportInput({
    ...exampleA,
    ...climate,
    tempMaxYear: 0,
    ...store,
    ...doors,
    ...standing,
    ...room,
    estSafety: null,
    zeroConfirmed: [],
  })
  expect(input.selection.needKgH).toBe(0)
  const text = spaced(textOf(input))
  expect(text).toContain('8 × L-20000:')
  expect(text).not.toContain('Infinity')
})

test('Report any valid project without exceptions or invalid numbers', () => {
  fc.assert(
    fc.property(validProjects, fc.constantFrom(...reportLanguages), (project, language) => {
      const { lines, rest } = printed(reportInput(project, { language }))
      expect(lines.filter((line) => /NaN|undefined|null|Infinity|\[object/.test(line))).toEqual([])
      expect(rest.filter(([, value]) => typeof value === 'number' && !Number.isFinite(value))).toEqual([])
    }),
    { numRuns: 100 },
  )
}, 120_000)

test('Report remaining frost, benefits and costs in part 9, and never call a wet coil dry', () => {
  const priced = { ...exampleA, electricityPrice: 0.8, unitPrice: 90_000 }
  const moist = spaced(textOf(reportInput({ ...priced, moisture: 0.5 })))
  for (const part of [
    '仍有结霜：设计日 14.0 kg/d',
    '和库内散湿',
    '由 62.8 kg/d 减为 14.0 kg/d',
    '没有简单回收期',
    '逐月能耗',
    '0.500 kg/h 不进入回笼间',
  ])
    expect(moist).toContain(part)
  expect(moist).not.toContain('盘管保持干燥，设计日融霜')
  const dock = { ...withoutRoom, designTempStorage: 12, designHumidityStorage: 60 }
  const warm = spaced(textOf(reportInput(dock, { language: 'en' })))
  for (const wrong of [
    'What still freezes',
    'frost on the coil instead',
    'its defrosts,',
    'coil and defrosts',
    'coil, defrosts',
    'Relative humidity below 0',
    'doors and floors without ice',
    'simple payback',
    'inner and outer doors',
  ])
    expect(warm).not.toContain(wrong)
  expect(warm).toMatch(/a dry coil, from which no condensate drips|of condensate on the coil instead/)
})
