import { expect, test } from 'vitest'
import { exampleA } from '#tests/support/projects.ts'
import { changedByHand, sourceParts, withClimate } from './wizard-climate.ts'
import {
  differences,
  emptyForm,
  imageName,
  inParts,
  readForm,
  sameForm,
  sameValue,
  type WizardForm,
  withFreshLinks,
  withValue,
  withZero,
} from './wizard-form.ts'

const kaifeng = {
  name: '开封',
  province: '河南',
  altitude: 73.7,
  avgTempSummer: 30.7,
  avgTempWinter: 0,
  avgHumiSummer: 66,
  avgHumiWinter: 61,
  highTempSummer: 42.5,
  maxHumidity: 20.6,
  ventTempSummer: 30.7,
  source: 'GB50736-2012 附录A 57091 开封 1971-2000 | printed name',
}
const typed = (entries: Partial<WizardForm['values']>): WizardForm => {
  const form = emptyForm()
  return { ...form, values: { ...form.values, ...entries } }
}

test('Keep the typed text unchanged, and read full-width digits and decimal commas', () => {
  const form = typed({ storageLength: '３０', storageWidth: ' 20,5 ', storageHeight: '6 m' })
  expect(form.values.storageLength).toBe('３０')
  const { project, problems } = readForm(form)
  expect([project.storageLength, project.storageWidth, project.storageHeight]).toEqual([30, 20.5, null])
  expect(problems).toEqual([{ field: 'storageHeight', problem: 'notANumber' }])
})

test('Calculate the same project from values that were typed by hand', () => {
  const { name, ...values } = Object.fromEntries(
    Object.entries(exampleA).flatMap(([field, value]) =>
      Array.isArray(value) ? [] : [[field, value === null ? '' : String(value)]],
    ),
  )
  expect(readForm(typed({ ...values, name: `  ${name} ` })).project).toEqual(exampleA)
})

test('Treat the same number in another notation as unchanged', () => {
  expect(sameValue('storageHeight', '6', '6.0')).toBe(true)
  expect(sameValue('storageHeight', '６', ' 6 ')).toBe(true)
  expect(sameValue('storageHeight', '6', '')).toBe(false)
  expect(sameValue('name', '6', '6.0')).toBe(false)
  expect(differences(typed({ name: 'A', storageLength: 'abc' }), typed({ name: 'B' }))).toEqual([
    'name',
    'storageLength',
  ])
})

test('Count 0 °C only after it was confirmed, and ask again when the value has changed', () => {
  const zero = withZero(withValue(emptyForm(), 'tempWinterAvg', '0'), 'tempWinterAvg', true)
  expect(zero.zeroConfirmed).toEqual(['tempWinterAvg'])
  expect(withValue(zero, 'tempWinterAvg', '0.0').zeroConfirmed).toEqual(['tempWinterAvg'])
  expect(withValue(zero, 'tempWinterAvg', '0.5').zeroConfirmed).toEqual([])
  expect(sameForm(zero, withZero(zero, 'tempWinterAvg', false))).toBe(false)
})

test('Fill seven fields from a city, and know the city’s value of a field that was changed afterwards', () => {
  const form = withClimate(typed({ city: '开封', tempWinterAvg: '5', outdoorTemp: '31' }), '开封', kaifeng)
  expect(form.values).toMatchObject({
    altitudeAvg: '73.7',
    tempSummerAvg: '30.7',
    tempWinterAvg: '0',
    humiditySummerAvg: '66',
    humidityWinterAvg: '61',
    tempMaxYear: '42.5',
    humidityContentMax: '20.6',
    outdoorTemp: '31',
  })
  expect(changedByHand(form, 'tempMaxYear')).toBeNull()
  expect(changedByHand(withValue(form, 'tempMaxYear', '40'), 'tempMaxYear')).toBe(42.5)
  expect(changedByHand(withValue(form, 'tempMaxYear', ''), 'tempMaxYear')).toBe(42.5)
  expect(changedByHand(form, 'outdoorTemp')).toBeNull()
})

test('Fill nothing from a city that is not in the list', () => {
  const form = withClimate(typed({ city: '我的村', tempMaxYear: '38' }), '我的村', null)
  expect(form.values).toEqual(typed({ city: '我的村', tempMaxYear: '38' }).values)
  expect([form.climate, form.filledCity]).toEqual([null, '我的村'])
})

test('Separate the flag of a source from its station', () => {
  expect(sourceParts(kaifeng.source)).toEqual({
    station: 'GB50736-2012 附录A 57091 开封 1971-2000',
    flag: 'printed name',
  })
  expect(sourceParts('GB50736-2012 附录A 54511 北京 1971-2000').flag).toBeNull()
  expect(sourceParts(null)).toEqual({ station: '', flag: null })
})

test('Show pictures of an old form by their newest links, and count new links as no change', () => {
  const image = (expires: number) => ({
    path: `/images/a.png?expires=${expires}`,
    url: `/images/a.png?expires=${expires}`,
    fileName: 'a.png',
    width: 1,
    height: 1,
  })
  const old = { ...emptyForm(), images: [image(1)], mainImage: image(1).path }
  const fresh = withFreshLinks(old, [image(2)])
  expect([fresh.images, fresh.mainImage]).toEqual([[image(2)], image(2).path])
  expect(sameForm(old, fresh)).toBe(true)
})

test('Name each picture of a project in one of the calls for fresh links', () => {
  expect(imageName('http://localhost/images/0a.png?expires=1&signature=x/y')).toBe('0a.png')
  expect([inParts([], 2), inParts([1, 2], 2), inParts([1, 2, 3], 2)]).toEqual([[], [[1, 2]], [[1, 2], [3]]])
})
