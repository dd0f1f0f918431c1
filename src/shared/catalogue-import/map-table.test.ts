import { expect, test } from 'vitest'
import { catalogueColumns } from '#shared/catalogue.ts'
import { rowsOfModels } from '#shared/catalogue-forms.ts'
import { readCatalogueRows } from '#shared/catalogue-rows.ts'
import { sheetOfText } from '#shared/tables/read-table-file.ts'
import { airInHeading, columnOfHeading, guessColumns } from './headings.ts'
import { bestRemembered, layoutOf, missingColumns, toRemember } from './layout.ts'
import { mapTable } from './map-table.ts'
import { inOurs, unitInHeading, unitNamed } from './units.ts'

const mapped = (text: string) => {
  const sheet = sheetOfText(text)
  const layout = layoutOf(sheet.lines, null)
  return { layout, ...mapTable(sheet, layout) }
}

test('match headings of manufacturers in English, German and Chinese', () => {
  const wanted = {
    Gerätetyp: 'model',
    'Model No.': 'model',
    型号: 'model',
    'Luftmenge [m³/h]': 'airflowM3h',
    'Process airflow, CFM': 'airflowM3h',
    '处理风量(m3/h)': 'airflowM3h',
    'Moisture removal (lb/h)': 'ratedCapacityKgH',
    'Entfeuchtungsleistung bei 20°C / 60% r.F. [kg/h]': 'ratedCapacityKgH',
    '额定除湿量 kg/h': 'ratedCapacityKgH',
    'Reactivation airflow (CFM)': 'regenAirflowM3h',
    'Reactivation temp. (°F)': 'regenTempC',
    'Max. process temp °F': 'tMax',
    'Min. Lufttemperatur °C': 'tMin',
    'Fan motor (hp)': 'fanKw',
    'Heizleistung kW': 'regenKw',
    Gewicht: 'weightKg',
    'Inlet humidity ratio [gr/lb]': 'wGKg',
    'Rel. Feuchte %': 'rhPct',
    airflowM3h: 'airflowM3h',
    Color: null,
  }
  expect(Object.fromEntries(Object.keys(wanted).map((heading) => [heading, columnOfHeading(heading)]))).toEqual(wanted)
})

test('read units from headings and convert them by their definitions', () => {
  const unit = (column: Parameters<typeof unitInHeading>[0], heading: string) => unitInHeading(column, heading)?.unit
  expect([
    unit('airflowM3h', 'Airflow (SCFM)'),
    unit('kgH', 'Capacity, lbs/hr'),
    unit('tMax', 'Max temp °F'),
    unit('regenKw', 'Heater [BTU / hr]'),
  ]).toEqual(['CFM', 'lb/h', '°F', 'BTU/h'])
  expect([unit('kgH', 'Entfeuchtung kg pro Stunde'), unit('wGKg', 'Grains/lb'), unit('airflowM3h', 'Airflow')]).toEqual(
    ['kg/h', 'gr/lb', undefined],
  )
  const ours = (column: Parameters<typeof unitNamed>[0], value: number, name: string) =>
    inOurs(value, unitNamed(column, name) ?? { unit: '', names: [], factor: Number.NaN })
  expect(ours('airflowM3h', 1_000, 'cfm')).toBe(1699.01)
  expect(ours('kgH', 10, 'lb/hr')).toBe(4.53592)
  expect([ours('tC', 68, '℉'), ours('tC', -40, 'F')]).toEqual([20, -40])
  expect(ours('regenKw', 10_000, 'BTU/h')).toBe(2.93071)
  expect(ours('wGKg', 70, 'grains/lb')).toBe(10)
  expect(ours('rhPct', 0.6, '0–1')).toBe(60)
})

test('make a point of a capacity at another air than 20 °C and 60 %, and of the rating beside it', () => {
  expect(airInHeading('Capacity @ 80°F / 60% RH (lb/h)')).toEqual({ tC: 26.6667, rhPct: 60 })
  const { rows, layout } = mapped(
    'Model,Airflow CFM,"Removal 68 °F/60 % lb/h","Removal 50 °F, 70 % RH lb/h","Removal 32°F 80% lb/h"\nA,1000,20,15,8',
  )
  expect(layout.columns.map(({ column, at }) => [column, at?.tC])).toEqual([
    ['model', undefined],
    ['airflowM3h', undefined],
    ['ratedCapacityKgH', 20],
    ['kgH', 10],
    ['kgH', 0],
  ])
  expect(rows).toEqual([
    { line: 2, model: 'A', airflowM3h: '1699.01', ratedCapacityKgH: '9.07185', tC: '20', rhPct: '60', kgH: '9.07185' },
    { line: 2, model: 'A', airflowM3h: '1699.01', tC: '10', rhPct: '70', kgH: '6.80389' },
    { line: 2, model: 'A', airflowM3h: '1699.01', tC: '0', rhPct: '80', kgH: '3.62874' },
  ])
})

test('read titles, a line of units, thousands, decimal commas and footnotes of a German table', () => {
  const text =
    'Entfeuchter GmbH;;;;\nStand 2026;;;;\nTyp;Luftmenge;Entfeuchtung;Temp. min;Heizung\n;m³/h;g/h;°C;W\nE 1;1.200;1.500,5;−20;12.000\nE 2;900 CFM;k.A.;-10;\n* alle Angaben ohne Gewähr;;;;'
  const { rows, notes, layout } = mapped(text)
  expect(layout).toMatchObject({ heading: 2, skipped: 2, decimal: ',' })
  expect(rows).toEqual([
    { line: 5, model: 'E 1', airflowM3h: '1200', ratedCapacityKgH: '1.5005', tMin: '-20', regenKw: '12' },
    { line: 6, model: 'E 2', airflowM3h: '1529.11', tMin: '-10' },
  ])
  expect(notes).toMatchObject([
    { line: 6, heading: 'Luftmenge', code: 'otherUnit', unit: 'CFM' },
    { line: 7, code: 'leftOut', value: '* alle Angaben ohne Gewähr' },
  ])
  expect(missingColumns(layout)).toEqual(['fanKw', 'tMax'])
})

test('read the capacity of each point of a table of points, and report errors by line', () => {
  const { rows } = mapped(
    'Model\tAirflow m³/h\tFan kW\tHeater kW\tTemp °C\tRH %\tCapacity kg/h\nA\t1000\t0.5\t9\t20\t60\t5\nA\t1000\t0.5\t9\t20\t60\t5.1\nA\t1000\t0.5\t9\t5\t60\t50',
  )
  const { problems } = readCatalogueRows(rows.map((row) => ({ tMin: '-20', tMax: '40', ...row })))
  expect(problems.map(({ line, column, code }) => [line, column, code])).toEqual([
    [3, 'tC', 'pointTwice'],
    [4, 'kgH', 'aboveAir'],
  ])
})

test('prefer a remembered layout to the guess, and recognize its table again', () => {
  const text = 'Modell;Nennwert;Luft\nA;5;1000'
  const { lines } = sheetOfText(text)
  const guess = layoutOf(lines, null)
  const kept = toRemember({
    columns: guess.columns.map((one) =>
      one.heading === 'Nennwert' ? { ...one, column: 'ratedCapacityKgH' as const, unit: 'lb/h' } : one,
    ),
    values: { fanKw: '1' },
  })
  const layout = layoutOf(lines, kept)
  expect(mapTable(sheetOfText(text), layout).rows).toMatchObject([
    { model: 'A', ratedCapacityKgH: '2.26796', fanKw: '1' },
  ])
  expect(
    bestRemembered(lines, [
      { maker: 'X', layout: { columns: guessColumns(['foo']), values: {} } },
      { maker: 'Y', layout: kept },
    ])?.maker,
  ).toBe('Y')
  expect(bestRemembered(sheetOfText('a,b\n1,2').lines, [{ maker: 'Y', layout: kept }])).toBeNull()
})

test('read an export back unchanged, and accept at most 10,000 lines', () => {
  const model = readCatalogueRows([
    {
      line: 1,
      model: '=A',
      airflowM3h: 1000,
      fanKw: 1,
      regenKw: 9,
      tMin: -20,
      tMax: 40,
      maker: 'M',
      points: [{ tC: 20, rhPct: 60, kgH: 5 }],
    },
  ]).models
  const lines = [
    catalogueColumns.join(','),
    ...rowsOfModels(model).map((row) => catalogueColumns.map((column) => row[column] ?? '').join(',')),
  ]
  expect(readCatalogueRows(mapped(lines.join('\n')).rows)).toEqual({ models: model, problems: [], refused: [false] })
  const { rows, notes } = mapped(`Model,Airflow\n${'A,1000\n'.repeat(10_001)}`)
  expect([rows.length, notes.at(-1)?.code]).toEqual([0, 'tooManyLines'])
})

const modelsIn = (text: string) => {
  const { models, problems } = readCatalogueRows(mapped(text).rows)
  expect(problems).toEqual([])
  return models
}

test('read headings over two lines together with a title above and a line of units below', () => {
  const grouped = [
    'Baureihe DR;;Prozessluft;Entfeuchtung;;Leistungsaufnahme;;Einsatzbereich;',
    'Typ;Baureihe;Luftmenge m³/h;20 °C / 60 % kg/h;10 °C / 70 % kg/h;Ventilator kW;Heizung kW;min. °C;max. °C',
    'DR 1000;DR;1.000;5,7;3,6;0,45;8,6;-20;40',
  ]
  expect(modelsIn(grouped.join('\n'))).toMatchObject([
    {
      model: 'DR 1000',
      airflowM3h: 1000,
      ratedCapacityKgH: 5.7,
      tMin: -20,
      tMax: 40,
      points: [
        { tC: 20, rhPct: 60, kgH: 5.7 },
        { tC: 10, rhPct: 70, kgH: 3.6 },
      ],
    },
  ])
  const divided = [
    'Polar-Dry Dehumidifiers,,,,,,,,',
    '"Catalog 2026, rev. 3",,,,,,,,',
    'Model,Airflow,Moisture Removal,Entering Air Temp,Entering Moisture,Fan,Heater,Operating Range,',
    ',,,,,,,min,max',
    ',CFM,lb/hr,°F,gr/lb,hp,BTU/h,°F,°F',
    'PD-600,600,12.8,68,61,0.67,"29,400",-4,104',
  ]
  expect(modelsIn(divided.join('\n'))).toMatchObject([
    {
      model: 'PD-600',
      airflowM3h: 1019.41,
      fanKw: 0.499619,
      regenKw: 8.61629,
      tMin: -20,
      tMax: 40,
      points: [{ tC: 20, wGKg: 8.71429, kgH: 5.80598 }],
    },
  ])
})

test('read a range, three sizes, or a price with its currency from one cell', () => {
  const chinese = [
    '某某除湿设备 选型表',
    '序号,产品型号,处理风量(m3/h),额定除湿量(kg/h),风机功率(kW),再生功率(kW),再生方式,使用温度范围(℃),外形尺寸 长×宽×高(mm),价格(万元)',
    '1,ZC-1200,1200,6.8,0.53,10.3,电加热,-20~40,1800×900×1250,3.8',
  ]
  expect(modelsIn(chinese.join('\n'))).toMatchObject([
    {
      model: 'ZC-1200',
      tMin: -20,
      tMax: 40,
      lengthMm: 1800,
      widthMm: 900,
      heightMm: 1250,
      price: 38_000,
      currency: 'CNY',
    },
  ])
  const english =
    'Model,Airflow CFM,Capacity lb/h,Fan kW,Heater kW,Operating range,Dimensions (in),List price\nA,600,12,0.5,8,-4 to 104 °F,70 x 35 x 49,"$7,900"'
  expect(modelsIn(english)).toMatchObject([
    { tMin: -20, tMax: 40, lengthMm: 1778, heightMm: 1244.6, price: 7900, currency: 'USD' },
  ])
})
