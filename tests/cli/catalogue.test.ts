import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { referenceCatalogue } from '#shared/selection/reference-catalogue.ts'
import { forgetCatalogues } from '#tests/support/catalogues.ts'
import { buildHeadquarters } from '#tests/support/factories.ts'
import { americanCsv, americanWorkbook } from '#tests/support/makers-tables.ts'
import { exampleA } from '#tests/support/projects.ts'
import { useTerminal } from '#tests/support/use-terminal.ts'

const {
  database,
  folder,
  here,
  file: fileOf,
} = useTerminal(async (db) => {
  await buildHeadquarters(db)
})
afterEach(() => forgetCatalogues(database.db))

const examplePath = 'src/client/public/examples/cotes-cr100.csv'
const pathOf = (name: string) => join(folder, name)
const heading = '型号,系列,风量,能力系数,额定除湿量,风机功率,再生功率,最低进风温度,最高进风温度,尺寸来源'
const strong = `${heading}\nML-9000,ML,9000,1,53,3,70,-30,40,maker\n`

test('import an export again without changes', async () => {
  for (const name of ['catalogue.csv', 'catalogue.json']) {
    expect(await here('catalogue', 'export', '--out', pathOf(name))).toMatchObject({ status: 0, stdout: '' })
    const source = name.endsWith('json') ? [] : ['--source', referenceCatalogue.source]
    expect(await here('catalogue', 'import', '--file', pathOf(name), ...source)).toEqual({
      status: 0,
      stdout: '30 read, 0 added, 0 changed, 0 removed, 30 unchanged, 0 refused\n',
      stderr: 'the same as version 1, so no version was made\n',
    })
  }
  expect(JSON.parse(readFileSync(pathOf('catalogue.json'), 'utf8'))).toEqual(referenceCatalogue)
})

test('save a manufacturer’s file as the next version for later selections, and keep older ones available', async () => {
  const file = fileOf('maker.csv', strong)
  const project = fileOf('one.json', JSON.stringify(exampleA))
  expect(await here('catalogue', 'import', '--file', file)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--source'),
  })
  expect(await here('catalogue', 'import', '--file', file, '--source', 'Maker 2026', '--dry-run')).toMatchObject({
    status: 0,
    stdout: '1 read, 1 added, 0 changed, 30 removed, 0 unchanged, 0 refused\n',
  })
  expect((await here('select', '--file', project)).stdout).toContain('1 × S-2000')
  expect(await here('catalogue', 'import', '--file', file, '--source', 'Maker 2026')).toMatchObject({
    status: 0,
    stderr: 'saved as version 2\n',
  })
  expect(await here('select', '--file', project)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('1 × ML-9000'),
    stderr: 'by catalogue version 2 (Maker 2026)\n',
  })
  expect(await here('select', '--file', project, '--catalogue', '1')).toMatchObject({
    stdout: expect.stringContaining('1 × S-2000'),
    stderr: '',
  })
  const selected = await here('select', '--file', project, '--catalogue', file, '--json')
  expect(JSON.parse(selected.stdout)).toMatchObject({ model: 'ML-9000', catalogueVersion: 'maker.csv' })
  expect(await here('select', '--file', project, '--catalogue', '77')).toMatchObject({ status: 1, stdout: '' })
})

test('name each wrong line of a file, and change nothing', async () => {
  const file = fileOf('wrong.csv', `${heading}\nA,ML,x,1,53,3,70,-30,40,maker\nA,ML,9000,1,53,3,70,50,40,maker\n`)
  const imported = await here('catalogue', 'import', '--file', file, '--source', 'x')
  expect(imported).toMatchObject({
    status: 1,
    stdout: '2 read, 0 added, 0 changed, 30 removed, 0 unchanged, 2 refused\n',
  })
  expect(imported.stderr.split('\n').slice(0, 2)).toEqual([
    'line 2 A: Air flow is not a number: x',
    'line 3 A: the model stands here twice, first in line 2',
  ])
  const selected = await here('select', '--catalogue', file, '--file', fileOf('one.json', JSON.stringify(exampleA)))
  expect(selected).toMatchObject({ status: 1, stdout: '' })
  expect(selected.stderr).toContain('3 mistakes')
  expect(await database.db.selectFrom('catalogue_version').select('id').execute()).toHaveLength(1)
})

test('import a manufacturer’s table with its own headings and units, and remember how to read it', async () => {
  const table =
    'Rotor GmbH;;;;;;\nGerätetyp;Luftmenge;Entfeuchtung;Ventilator;Heizregister;Zuluft von;Zuluft bis\n;CFM;lb/h;W;kW;°F;°F\nR 1;1.000;10;400;9,5;-4;104\n'
  const file = fileOf('rotor.csv', table)
  const layout = {
    columns: [
      { heading: 'Zuluft von', column: 'tMin' },
      { heading: 'Zuluft bis', column: 'tMax' },
    ],
  }
  const source = ['--merge', '--source', 'Rotor 2026']
  const unclear = await here('catalogue', 'import', '--file', file, ...source)
  expect(unclear).toMatchObject({ status: 1 })
  expect(unclear.stderr).toContain('Zuluft von → (left out)')
  const foreign = await here('catalogue', 'import', '--file', fileOf('foreign.csv', 'Name;Preis\nfoo;3\n'), ...source)
  expect(foreign).toMatchObject({ status: 2, stderr: expect.stringContaining('no column has the models') })
  const named = ['--headings', fileOf('rotor.json', JSON.stringify(layout)), '--maker', 'Rotor']
  const imported = await here('catalogue', 'import', '--file', file, ...source, ...named)
  expect(imported).toMatchObject({
    status: 0,
    stdout: '31 read, 1 added, 0 changed, 0 removed, 30 unchanged, 0 refused\n',
  })
  expect(imported.stderr).toContain(
    'Luftmenge → Air flow CFM\nEntfeuchtung → Rated capacity lb/h\nVentilator → Fan power W',
  )
  expect(await here('catalogue', 'import', '--file', file, ...source, '--maker', 'rotor')).toMatchObject({
    status: 0,
    stderr: expect.stringContaining('the same as version 2'),
  })
  await here('catalogue', 'export', '--out', pathOf('both.json'))
  const { models } = JSON.parse(readFileSync(pathOf('both.json'), 'utf8')) as typeof referenceCatalogue
  expect(models.at(-1)).toMatchObject({
    model: 'R 1',
    maker: 'Rotor',
    airflowM3h: 1699.01,
    ratedCapacityKgH: 4.53592,
    fanKw: 0.4,
    regenKw: 9.5,
    tMin: -20,
    tMax: 40,
  })
})

test('refuse a foreign table by line, column and reason, and a file without models', async () => {
  const file = fileOf(
    'wrong-rotor.csv',
    'Type,Airflow CFM,Capacity lb/h,Fan kW,Heater kW,Tmin °F,Tmax °F\nR 1,1000,10,0.4,many,-4,104\n',
  )
  const imported = await here('catalogue', 'import', '--file', file, '--source', 'x')
  expect(imported.stderr).toContain('line 2 R 1: column “Heater kW”: Regeneration power is not a number: many')
  expect(await here('catalogue', 'import', '--file', fileOf('none.csv', 'a,b\n1,2\n'), '--source', 'x')).toMatchObject({
    status: 2,
  })
  expect(await here('catalogue', 'import', '--file', fileOf('none.xlsx', 'PK nothing'), '--source', 'x')).toMatchObject(
    {
      status: 2,
      stderr: expect.stringContaining('.xlsx'),
    },
  )
  expect(await database.db.selectFrom('catalogue_version').select('id').execute()).toHaveLength(1)
})

test('import the worked example unchanged: the point from the manual, next to the printed rating', async () => {
  expect(await here('catalogue', 'import', '--file', examplePath, '--merge', '--source', 'example')).toMatchObject({
    status: 0,
    stdout: '31 read, 1 added, 0 changed, 0 removed, 30 unchanged, 0 refused\n',
  })
  await here('catalogue', 'export', '--out', pathOf('example.json'))
  const { models } = JSON.parse(readFileSync(pathOf('example.json'), 'utf8')) as typeof referenceCatalogue
  const [point, ...others] = models.at(-1)?.points ?? []
  // 1.2 kg of dry air in a cubic metre at 20 °C, as assumed by the manual.
  const [inlet, outlet, airflow] = [8.7, 3.9, 100]
  expect(models.at(-1)).toMatchObject({
    model: 'CR100',
    maker: 'Cotes',
    airflowM3h: airflow,
    ratedCapacityKgH: 0.6,
    source: expect.stringContaining('576 g/h'),
  })
  expect([point?.tC, point?.rhPct, others]).toEqual([20, 60, []])
  expect(point?.kgH).toBeCloseTo((airflow * 1.2 * (inlet - outlet)) / 1_000, 6)
  const closed = {
    door1Length: 0.9,
    door1Height: 2,
    door1OpenState: 'alwaysClosed',
    door2Length: null,
    door2Height: null,
    door2OpenState: null,
  }
  const small = fileOf('small.json', JSON.stringify({ ...exampleA, ...closed }))
  const selected = await here('select', '--file', small, '--catalogue', examplePath, '--json')
  expect(JSON.parse(selected.stdout)).toMatchObject({
    capacityBasis: 'makerPoints',
    capacitySource: { maker: 'Cotes', sheet: 'CR100 manual', points: 1 },
  })
})

test('import a workbook of 20 models with formulas and merged cells, and refuse it for one wrong cell', async () => {
  const path = pathOf('polar.xlsx')
  writeFileSync(path, americanWorkbook())
  const imported = await here(
    'catalogue',
    'import',
    '--file',
    path,
    '--merge',
    '--source',
    'Polar-Dry 2026',
    '--maker',
    'Polar-Dry',
  )
  expect(imported).toMatchObject({
    status: 0,
    stdout: '50 read, 20 added, 0 changed, 0 removed, 30 unchanged, 0 refused\n',
  })
  expect(imported.stderr).toContain('line 6, column “Reactivation Heater”: a formula')
  const broken = fileOf('broken.csv', americanCsv.replace('PD-600,600,12.8,68', 'PD-600,600,12.8,180'))
  const refused = await here(
    'catalogue',
    'import',
    '--file',
    broken,
    '--merge',
    '--source',
    'Polar-Dry 2026',
    '--maker',
    'Polar-Dry',
  )
  expect(refused).toMatchObject({ status: 1, stdout: expect.stringContaining('1 refused') })
  expect(refused.stderr).toContain('line 8 PD-600: column “Entering Air Temp”: point 1')
  expect(
    await here('catalogue', 'import', '--file', fileOf('empty.csv', 'Model,Airflow CFM\n'), '--source', 'x'),
  ).toMatchObject({ status: 2, stdout: '' })
  expect(await database.db.selectFrom('catalogue_version').select('id').execute()).toHaveLength(2)
})
