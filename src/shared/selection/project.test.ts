import { describe, expect, test } from 'vitest'
import { climateColumns, climateFields, climateNames } from '#shared/cities.ts'
import { missingText, problemText } from '#shared/i18n/selection.ts'
import { exampleA } from '#tests/support/projects.ts'
import { exportProblems, missingForExport } from './export-problems.ts'
import { choiceLabel } from './labels.ts'
import { emptyProject, parseNumber, parseProject } from './project.ts'
import { choiceFields, choiceNames, exportFields, numberFields, serverNames } from './project-fields.ts'

describe('numbers as users type them', () => {
  test.each([
    ['12,5', 12.5],
    [' 12.5 ', 12.5],
    ['１２．５', 12.5],
    ['－１８', -18],
    ['−18', -18],
    ['１８，５', 18.5],
    ['+3', 3],
    ['.5', 0.5],
    ['', null],
    [null, null],
    [undefined, null],
    [0, 0],
  ])('%j is %j', (typed, expected) => expect(parseNumber(typed)).toBe(expected))

  test.each([
    'abc',
    '1,234.5',
    '1.2.3',
    'NaN',
    'Infinity',
    '1e5',
    '--1',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    true,
    {},
    '12 m',
  ])('%j is not a number', (typed) => expect(parseNumber(typed)).toBeUndefined())
})

describe('a project in either naming', () => {
  test("give the wizard's and the server's names the same meaning", () => {
    const wizard = {
      projectName: '示例 A',
      projectCity: '广州',
      averageAltitude: '41,7',
      summerTemperature: 30.7,
      winterTemperature: 13.6,
      summerHumidity: 68,
      winterHumidity: 72,
      maxTemperature: 38.1,
      maxMoistureContent: '２１．３',
      coldStorageType: '冷风机库',
      coldStoragePurpose: '冻羊肉',
      designTemperature: -20,
      outdoorTemperature: 31.8,
      designHumidity: 85,
      outdoorHumidity: 68,
      storageLength: 30,
      storageWidth: 20,
      storageHeight: 6,
      door1Length: 2.4,
      door1Height: 2.7,
      door1Status: '偶尔开',
      door1OpenCountDaily: 360,
      door2Length: 1.2,
      door2Height: 2.2,
      door2Status: 'Occasionally open',
      door2OpenCountDaily: 20,
      returnRoomLength: 6,
      returnRoomWidth: 5,
      returnRoomHeight: 4,
      dailyDoorOpenings: 120,
      dailyDoorOperationTime: 10,
      doorOpenDuration: 20,
      hasAirCurtain: '是',
      hasDoorCurtain: true,
      deviceWindAdjust: 1,
      ssl: 0,
    }
    expect(parseProject(wizard)).toEqual({ project: exampleA, problems: [] })
    expect(parseProject({ ...exampleA })).toEqual({ project: exampleA, problems: [] })
  })

  test("prefer the server's name if both are sent", () => {
    expect(parseProject({ ssl: 5, moisture: 2, designTemperature: -5 }).project).toMatchObject({
      moisture: 2,
      designTempStorage: -5,
    })
  })

  test('name values that are neither a number nor a choice, and keep the others', () => {
    const { project, problems } = parseProject({
      storageLength: 'long',
      hasAirCurtain: 'maybe',
      coldStorageUsage: 'gold',
      outdoorTemp: 30,
    })
    expect(problems).toEqual([
      { field: 'storageLength', problem: 'notANumber' },
      { field: 'hasAirCurtain', problem: 'notAChoice' },
      { field: 'coldStorageUsage', problem: 'notAChoice' },
    ])
    expect(project.outdoorTemp).toBe(30)
    expect(problems.map((problem) => problemText('en', problem))[0]).toBe('Store length is not a number')
  })

  test('accept "no" as an answer, and read a curtain stored as 0 as empty', () => {
    expect(parseProject({ hasAirCurtain: 'no', hasDoorCurtain: 0 }).project).toMatchObject({
      hasAirCurtain: 'no',
      hasDoorCurtain: null,
    })
  })

  test('begin a new project with the documented defaults', () => {
    expect(emptyProject()).toMatchObject({
      estSafety: 1.1,
      estWindSpeed: 0.5,
      deviceCount: 1,
      moisture: 0,
      deviceWindAdjust: null,
    })
    expect(serverNames.get('projectId')).toBe('projectNo')
  })
})

test('read a label in either language as its code', () => {
  for (const name of choiceNames)
    for (const code of choiceFields[name].codes)
      for (const language of ['zh', 'en'] as const)
        expect(parseProject({ [name]: choiceLabel(language, code) }).project[name]).toBe(code)
})

test('fill a field of the same unit and range from every value of a city', () => {
  for (const column of climateNames) {
    const { min, max } = numberFields[climateFields[column]]
    expect([min, max], column).toEqual(climateColumns[column])
  }
})

describe('the export check', () => {
  test('reports at once the empty fields and the values out of range', () => {
    expect(exportProblems({ ...exampleA, city: null, outdoorHumidity: 3 })).toEqual({
      missing: ['city'],
      blocked: [{ field: 'outdoorHumidity', problem: 'range', values: { min: 5, max: 100, unit: '%', value: 3 } }],
    })
  })

  test('requires the twenty documented fields, all in one message', () => {
    expect(exportFields).toHaveLength(20)
    expect(missingForExport(emptyProject())).toEqual(exportFields)
    expect(missingForExport(exampleA)).toEqual([])
    expect(missingText('zh', missingForExport({ ...exampleA, name: ' ', outdoorHumidity: null }))).toBe(
      '请完善以下信息：\n项目名称不能为空！\n库外湿度不能为空！',
    )
  })

  test('treats 0 as empty as documented, and accepts 0 °C once a user has confirmed it', () => {
    const project = {
      ...exampleA,
      tempWinterAvg: 0,
      designTempStorage: 0,
      storageLength: 0,
      outdoorHumidity: Number.NaN,
    }
    expect(missingForExport(project)).toEqual([
      'tempWinterAvg',
      'designTempStorage',
      'outdoorHumidity',
      'storageLength',
    ])
    expect(missingForExport({ ...project, zeroConfirmed: ['tempWinterAvg'] })).toEqual([
      'designTempStorage',
      'outdoorHumidity',
      'storageLength',
    ])
    expect(
      parseProject({ zeroConfirmed: ['winterTemperature', 'storageLength', 7, 'outdoorTemp'] }).project.zeroConfirmed,
    ).toEqual(['tempWinterAvg', 'outdoorTemp'])
  })
})
