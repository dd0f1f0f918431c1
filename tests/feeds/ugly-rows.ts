import { utils, type WorkSheet } from 'xlsx'

/** The result of a file: how many lines end how, or the sentence that refuses it. */
export type Outcome = { read: number; known: number; created: number; refused: readonly string[] } | { problem: RegExp }
export type UglyFile = { name: string; what: string; bytes: Buffer; sheet?: string; outcome: Outcome }

/** Machines of the fleet in the files; the site and its owners. */
export const uglyFleet = Array.from({ length: 20 }, (_, index) => `R${String(index + 1).padStart(3, '0')}`)
export const uglySite = '华东一号'
export const uglyClient = '晨曦'
export const uglyAccount = '晨曦-01'

export const [first = '', second = '', third = ''] = uglyFleet
export const chinese = ['序列号', '类型', '客户', '站点', '矿工状态', '算力']
export const rows = [first, second, third].map((serial, index) => [
  serial,
  'T30',
  uglyClient,
  uglySite,
  '是',
  String(28 + index),
])
export const table = [chinese, ...rows]
export const lines = (cells: readonly (readonly string[])[], delimiter = ',', newline = '\r\n') =>
  `${cells.map((row) => row.join(delimiter)).join(newline)}${newline}`
export const allKnown: Outcome = { read: 3, known: 3, created: 0, refused: [] }
export const text = (content: string) => Buffer.from(content)

export const numbered = rows.map(([serial, type, client, site, state, hash]) => [
  serial,
  type,
  client,
  site,
  state,
  Number(hash),
])

export function withFormulas(): WorkSheet {
  const sheet = utils.aoa_to_sheet([[...chinese, '上报时间'], ...numbered.map((row) => [...row, 46_346.225])])
  for (const line of [2, 3, 4]) Object.assign(sheet[`G${line}`] ?? {}, { z: 'yyyy/m/d h:mm' })
  Object.assign(sheet, { A2: { t: 's', v: first, f: '"R"&TEXT(1,"000")' }, F3: { t: 'n', v: 29, f: 'F2+1' } })
  return sheet
}

export function merged(): WorkSheet {
  const sheet = utils.aoa_to_sheet([
    ['设备上报表（2026-11-20）'],
    ['序列号', '归属', null, null, '运行情况', null],
    [null, '类型', '客户', '站点', '矿工状态', '算力 (TH/s)'],
    ...numbered,
  ])
  const merge = (row: number, from: number, to: number, rowsBelow = 0) => ({
    s: { r: row, c: from },
    e: { r: row + rowsBelow, c: to },
  })
  sheet['!merges'] = [merge(0, 0, 5), merge(1, 0, 0, 1), merge(1, 1, 3), merge(1, 4, 5)]
  return sheet
}

export function mangledSheet(): WorkSheet {
  const sheet = utils.aoa_to_sheet([
    chinese,
    ...numbered,
    [2_405_123_456_789_012, 'T30', null, uglySite, '是', 29],
    [46_082, 'T30', null, uglySite, '是', 29],
  ])
  Object.assign(sheet.A6 ?? {}, { z: 'd-mmm' })
  return sheet
}

export const times = [
  '2026-11-20 05:25:00',
  '2026/11/20 5:25',
  '2026年11月20日 5:25',
  '2026年11月20日 上午5:25',
  '2026-11-20 5:25 AM',
  '20261120052500',
  '46346.22569',
  '2026-11-19T21:25:00Z',
  '1795123500',
  '11/20/2026 5:25 AM',
  '20.11.2026 5:25',
  '3/4/2026 5:25',
]
export const zipOfText = Buffer.from(
  'UEsDBAoAAAAAAAAAIQDT0jzYAwAAAAMAAAAFAAAAYS50eHRhYmNQSwECCgAKAAAAAAAAACEA09I82AMAAAADAAAABQAAAAAAAAAAAAAAAAAAAAAAYS50eHRQSwUGAAAAAAEAAQAzAAAAJgAAAAAA',
  'base64',
)
