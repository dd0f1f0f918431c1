import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { reportWord } from '#shared/i18n/report.ts'
import { climateSource, placeName } from '#shared/place-names.ts'
import { reportLanguages } from '#shared/projects.ts'
import type { ProjectData } from '#shared/selection/project-fields.ts'
import { exampleA, withoutRoom } from '#tests/support/projects.ts'
import { isObject, printed, spaced, textOf } from '#tests/support/report-text.ts'
import { reportInput } from '#tests/support/reports.ts'
import { sections } from './headings.ts'
import type { ReportInput } from './input.ts'
import { numberedSteps } from './step-runs.ts'

describe.each(reportLanguages)('The report of example A in %s', (language) => {
  const text = spaced(textOf(reportInput(exampleA, { language })))

  test('Print model, need, air flow and the numbers of the worked example', () => {
    const said = [
      '1 × S-2000',
      '3.951 kg/h',
      '1721 m³/h',
      '4.591 kg/h',
      '16.2 %',
      '95.97 %',
      '50.8 kg/d',
      '187 kWh/d',
      '100825 Pa',
      '0.0029385',
      '1.031',
    ]
    for (const part of said) expect(text).toContain(part)
  })

  test('Print every section, the versions and all page numbers', () => {
    for (const section of sections)
      for (const one of language === 'both' ? (['zh', 'en'] as const) : [language])
        expect(text).toContain(reportWord(one, `section.${section}`))
    const source = climateSource(language === 'en' ? 'en' : 'zh', 'GB50736-2012 附录A 59287 广州 1971-2000')
    const said = [
      'P-2026-0001',
      'V1.1',
      'V1.0',
      '2026-11-20',
      '李工',
      '1 × S-2500',
      source,
      '2 / 14',
      '14 / 14',
      language === 'both' ? '1 : 500' : '1 : 300',
    ]
    for (const part of said) expect(text).toContain(part)
  })

  test('Print every step of the calculation with its number', () => {
    const { trace } = reportInput()
    const steps = numberedSteps(trace)
    const isOfYear = (step: string) => /^(month\d+|year)\./.test(step)
    const named = trace.map(({ step }) => step).filter((step) => !isOfYear(step))
    expect(steps.map(({ step }) => step).sort()).toEqual(named.sort())
    const lines = text.split('\n')
    for (const { number } of steps) expect(lines.some((line) => line.split(', ').includes(String(number)))).toBe(true)
  })
})

test('Print the same numbers in all languages', () => {
  const numbers = (language: ReportInput['language']) =>
    [...new Set(textOf(reportInput(exampleA, { language })).match(/\d+\.\d+/g))].sort()
  expect(numbers('en')).toEqual(numbers('zh'))
  expect(numbers('both')).toEqual(numbers('zh'))
})

test('Print a formula once with its source, and refer to its number in later steps', () => {
  const steps = numberedSteps(reportInput().trace)
  for (const { sameAs, formula, source, number } of steps) {
    if (sameAs === null) continue
    expect(sameAs).toBeLessThan(number)
    expect(steps[sameAs - 1]).toMatchObject({ formula, source, sameAs: null })
  }
})

test('Say when the door sweep governs the air flow, and why a case is 0', () => {
  const sweep = reportWord('zh', 'governs.sweep')
  const dry = `${reportWord('zh', 'case.winter')}  ${reportWord('zh', 'loads.dry')}`
  const swept = spaced(textOf(reportInput({ ...exampleA, estWindSpeed: 3, tempWinterAvg: -30, humidityWinterAvg: 20 })))
  expect(swept).toContain(`${reportWord('zh', 'result.requiredAirflow')}  ${sweep}`)
  expect(swept).toContain(dry)
  const still = spaced(textOf(reportInput({ ...exampleA, estWindSpeed: 0.1 })))
  for (const part of [sweep, dry]) expect(still).not.toContain(part)
})

test('Mark only values that differ from the city as changed by hand', () => {
  const marks = (project: ProjectData, changes: Partial<ReportInput> = {}) =>
    textOf(reportInput(project, changes)).split('手工修改').length - 1
  expect(marks(exampleA)).toBe(0)
  expect(marks({ ...exampleA, altitudeAvg: 60, humidityContentMax: 22 })).toBe(2)
  const { project } = reportInput()
  expect(textOf(reportInput(exampleA, { project: { ...project, climate: null } }))).toContain('城市为自由填写')
})

test('Print the customer with contact and reference on the cover, or a line to fill in', () => {
  const customer = { customer: 'Nansha Cold Chain', customerContact: 'Ms Chen', customerReference: 'NS-17' }
  const named = spaced(textOf(reportInput({ ...exampleA, ...customer }, { language: 'en' })))
  for (const part of Object.values(customer)) expect(named).toContain(part)
  expect(named).not.toContain('(by hand)')
  const unnamed = spaced(textOf(reportInput(exampleA, { language: 'en' })))
  expect(unnamed).toContain('(by hand)')
  expect(unnamed).not.toContain('Contact of the customer')
})

test('Print notes that fit the store, and warn of doors wider than their wall', () => {
  const withRoom = spaced(textOf(reportInput(exampleA)))
  expect(withRoom).toContain('回笼间须另设冷却')
  expect(withRoom).not.toContain('直接进入冷库')
  const without = reportInput(withoutRoom)
  const text = spaced(textOf(without))
  expect(text).toContain(`须另外承担 ${without.selection.sensibleHeatKw?.toPrecision(3)} kW 显热负荷`)
  for (const absent of ['应联锁', '回笼间须另设冷却']) expect(text).not.toContain(absent)
  const curtains = (hasAirCurtain: 'yes' | 'no', hasDoorCurtain: 'yes' | 'no') => {
    const said = spaced(textOf(reportInput({ ...exampleA, hasAirCurtain, hasDoorCurtain })))
    return [said.includes('风幕应按门洞尺寸调试'), said.includes('门帘应保持完好')]
  }
  expect(curtains('no', 'no')).toEqual([false, false])
  expect(curtains('yes', 'no')).toEqual([true, false])
  expect(curtains('no', 'yes')).toEqual([false, true])
  expect(spaced(textOf(reportInput({ ...exampleA, door1Length: 3, door2Length: 3, door2Height: 2 })))).toContain(
    '各门总宽 6 m，超过所在墙的长度',
  )
})

test('List the defaults of empty fields', () => {
  const empty = {
    altitudeAvg: null,
    doorOpenDuration: null,
    estSafety: null,
    door1OpenCountDaily: null,
    door1OpenState: null,
    tempSummerAvg: null,
  }
  const text = spaced(textOf(reportInput({ ...exampleA, ...empty })))
  for (const part of [
    '平均海拔 = 0 m',
    '每次开门时间 = 20 s',
    '安全系数 = 1.1',
    '门1未填日开门次数，采用日均值 120 次/天',
    '门1未填开启状态',
  ])
    expect(text).toContain(part)
  expect(text).toContain('未填写夏季或冬季平均值')
})

test('Print a name as typed, with boxes for invisible characters', () => {
  const name = `{{brand}} <b>冷库</b> ${'长'.repeat(120)} \u202eabc\u0000 👩 file:///etc/passwd`
  const { lines, document } = printed(reportInput({ ...exampleA, name }))
  expect(lines).toContain(name.replace(/[\u202e\0]/g, '□'))
  expect(document.info?.title).toContain('{{brand}}')
  expect(document.info?.title).not.toContain('\u202e')
})

test('Use only texts, lines and pictures from bytes, never files or addresses', () => {
  const image = (first: number, main: boolean) => ({
    bytes: new Uint8Array([first, 1, 2, 3]),
    width: 4_000,
    height: 3_000,
    fileName: 'http://x/y.svg',
    main,
  })
  const { rest } = printed(
    reportInput(exampleA, { images: [image(0xff, true), image(0x89, false), image(0xff, false)] }),
  )
  const keys = new Set(rest.map(([key]) => key))
  for (const key of ['svg', 'link', 'attachment', 'qr', 'linkToFile', 'url']) expect(keys).not.toContain(key)
  const images = rest.flatMap(([key, value]) => (key === 'image' ? [String(value)] : []))
  expect(images).toEqual([
    'data:image/jpeg;base64,/wECAw==',
    'data:image/png;base64,iQECAw==',
    'data:image/jpeg;base64,/wECAw==',
  ])
  const widths = rest.flatMap(([, value]) => (isObject(value) && 'image' in value ? [Number(value.width)] : []))
  for (const width of widths) expect(width).toBeLessThanOrEqual(512)
})

test('Print places and series in English in an English report, in Chinese in a Chinese one', () => {
  const english = spaced(textOf(reportInput(exampleA, { language: 'en' })))
  for (const part of [
    'Guangzhou, Guangdong',
    'GB 50736-2012 appendix A, station 59287 Guangzhou, 1971-2000',
    'reference series',
    'GB: Chinese national standard',
  ])
    expect(english).toContain(part)
  for (const absent of ['广州', '附录A']) expect(english).not.toContain(absent)
  const chinese = textOf(reportInput())
  expect(chinese).toContain('参考系列')
  expect(chinese).not.toContain('reference series')
  expect(placeName('en', '恩施州（山顶）')).toBe('Enshi Zhou (summit)')
  expect(placeName('en', '我的新城')).toBe('我的新城')
})

test('Have an English name for every city, province and station of the city table', () => {
  const rows = readFileSync('migrations/data/cities.csv', 'utf8').trim().split('\n').slice(1)
  const said = rows.flatMap((row) => {
    const [name = '', province = '', ...rest] = row.split(',')
    return [placeName('en', name), placeName('en', province), climateSource('en', rest.at(-1) ?? '')]
  })
  expect(rows.length).toBeGreaterThan(200)
  expect(said.filter((text) => /\p{Script=Han}|（/u.test(text))).toEqual([])
})
