import { utils, write } from 'xlsx'

const models = Array.from({ length: 20 }, (_, index) => index + 1)
const american = (value: number, digits = 0) =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
const german = (value: number, digits = 0) =>
  value.toLocaleString('de-DE', { minimumFractionDigits: digits, maximumFractionDigits: digits })
const quoted = (cell: string) => (/[",;]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

const heading = [
  'Model No.',
  'Process Airflow',
  'Moisture Removal',
  'Entering Air Temp',
  'Entering Moisture',
  'Fan Motor',
  'Reactivation Heater',
  'Heater Type',
  'Min. Temp',
  'Max. Temp',
  'Weight',
  'List Price',
]
const units = ['', 'CFM', 'lb/hr', '°F', 'gr/lb', 'hp', 'BTU/h', '', '°F', '°F', 'lbs', 'USD']

/** Air flow CFM and capacities lb/h of a model of the American table, at 68 °F / 61 gr/lb and at 41 °F / 22 gr/lb. */
const american20 = models.map((number) => ({
  name: `PD-${number * 300}`,
  cfm: number * 300,
  warm: number * 6.4,
  cold: number * 2.7,
  horsePower: number / 4,
  btu: number * 14_700,
  pounds: 120 + number * 90,
  dollars: 4_000 + number * 1_950,
}))

/**
 * 20 models of an imaginary American manufacturer: titles, a line of units, thousands separators, two points a model,
 * the second without the values of the first line.
 */
export const americanCsv = [
  ['Polar-Dry Desiccant Dehumidifiers'],
  ['Catalog 2026, rev. 3'],
  [],
  heading,
  units,
  ...american20.flatMap(({ name, cfm, warm, cold, horsePower, btu, pounds, dollars }) => [
    [
      name,
      american(cfm),
      american(warm, 1),
      '68',
      '61',
      american(horsePower, 2),
      american(btu),
      'Electric',
      '-4',
      '104',
      american(pounds),
      `$${american(dollars)}`,
    ],
    [name, american(cfm), american(cold, 1), '41', '22', '', '', '', '', '', '', ''],
  ]),
]
  .map((row) => row.map(quoted).join(','))
  .join('\r\n')

/**
 * The same as a workbook: a cover sheet, titles over merged cells, models over merged cells, and heaters as formulas.
 */
export function americanWorkbook(): Buffer {
  const first = 6
  const rows = american20.flatMap(({ name, cfm, warm, cold, horsePower, btu, pounds, dollars }) => [
    [name, cfm, warm, 68, 61, horsePower, btu, 'Electric', -4, 104, pounds, dollars],
    [null, cfm, cold, 41, 22],
  ])
  const sheet = utils.aoa_to_sheet([
    ['Polar-Dry Desiccant Dehumidifiers'],
    ['Catalog 2026, rev. 3'],
    [],
    heading,
    units,
    ...rows,
  ])
  sheet['!merges'] = [
    { s: { r: 0, c: 0 }, e: { r: 0, c: heading.length - 1 } },
    ...models.map((_, index) => ({ s: { r: first - 1 + 2 * index, c: 0 }, e: { r: first + 2 * index, c: 0 } })),
  ]
  for (const index of models.keys()) {
    const line = first + 2 * index
    sheet[`G${line}`] = { t: 'n', v: american20[index]?.btu, f: `B${line}*49` }
  }
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Polar-Dry Inc.'], ['Contents'], ['Models']]), 'Cover')
  utils.book_append_sheet(book, sheet, 'Models')
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
}

/**
 * 20 models of an imaginary German manufacturer: groups over the headings, decimal commas, points as thousands
 * separators, capacities at two air conditions.
 */
export const germanCsv = [
  [
    'Baureihe DR',
    '',
    'Prozessluft',
    '',
    'Entfeuchtung',
    '',
    'Leistungsaufnahme',
    '',
    'Einsatzbereich',
    '',
    'Abmessungen',
  ],
  [
    'Typ',
    'Baureihe',
    'Luftmenge m³/h',
    'ext. Pressung Pa',
    '20 °C / 60 % kg/h',
    '10 °C / 70 % kg/h',
    'Ventilator kW',
    'Heizung kW',
    'min. °C',
    'max. °C',
    'L x B x H mm',
  ],
  ...models.map((number) => {
    const flow = number * 500
    const [warm, cold, fan, heater] = [flow * 0.0057, flow * 0.0036, 0.05 + flow * 0.0004, flow * 0.0086]
    const cells = [
      `DR ${flow}`,
      'DR',
      german(flow),
      '250',
      german(warm, 1),
      german(cold, 1),
      german(fan, 2),
      german(heater, 1),
    ]
    return [...cells, '-20', '40', `${german(1_200 + number * 50)} x 800 x 1.100`]
  }),
]
  .map((row) => row.map(quoted).join(';'))
  .join('\n')
