import { type FeedColumn, feedColumnNames, feedColumns } from '#shared/feed.ts'

/**
 * Longer texts name no column, even with the most spaces that a person would type. `longestHeading` limits headings of
 * several words in two languages.
 */
const longestName = 1_000
const longestHeading = 100

/** Ignore letter case, spaces, `_`, `-` and full-width forms in the name of a column. */
const plain = (name: string) =>
  name
    .normalize('NFKC')
    .replace(/[\s_-]/g, '')
    .toLowerCase()
const exact = new Map<string, number>(
  feedColumns.flatMap((column, index) => [
    [plain(column), index],
    [plain(feedColumnNames[column]), index],
  ]),
)

/** Other common headings of tables. Programs that send JSON use the column names themselves. */
const otherNames: Partial<Record<FeedColumn, readonly string[]>> = {
  serial: ['sn', 's/n', 'serial number', 'serial no', 'serial no.', 'SN码', '设备序列号', '机器序列号', '矿机序列号'],
  type: ['model', 'device type', '型号', '机型', '设备类型'],
  client: ['customer', '客户名称'],
  account: ['sub-account', '子账户'],
  site: ['场地', '站点名称'],
  activeWorker: ['worker', '矿工名'],
  activeWorkerState: ['worker active'],
  hashRate: ['实时算力'],
  powerW: ['power'],
  temperatureC: ['temperature'],
  fanRpm: ['fan', 'fan speed', '风扇'],
  reportedAt: ['report time', 'reported', 'last report', '最近上报', '上报日期', '上报时刻'],
}
const headings = new Map<string, number>([
  ...Object.entries(otherNames).flatMap(([column, names]) =>
    names.map((name): [string, number] => [plain(name), feedColumns.indexOf(column as FeedColumn)]),
  ),
  ...exact,
])
/** Remarks beside a name that do not change its meaning: units, and whether the column is required. */
const remarks = new Set(
  [
    'th/s',
    'ths',
    'th',
    't',
    'w',
    '℃',
    '°c',
    'c',
    'rpm',
    '必填',
    '选填',
    '可选',
    '北京时间',
    'required',
    'optional',
    'utc+8',
    'yes/no',
    '是/否',
  ].map(plain),
)
const bracketed = /[([【<][^()[\]【】<>]{0,60}[)\]】>]/g
const han = /[\p{Script=Han}]+/gu

/** Return the index of a named column in `feedColumns`, or undefined for an unknown name. */
export function columnIndex(name: string): number | undefined {
  const trimmed = name.trim()
  return trimmed.length > longestName ? undefined : exact.get(plain(trimmed))
}

/**
 * Return the same for the heading of a table. Also accept 序列号 Serial, *序列号 (SN) or 算力 (TH/s) if all parts name the same
 * column.
 */
export function headingIndex(name: string): number | undefined {
  const known = columnIndex(name)
  if (known !== undefined || name.length > longestHeading) return known
  const whole = name.normalize('NFKC').replace(/[*\u200b]/g, '')
  const aside = (whole.match(bracketed) ?? []).map((part) => part.slice(1, -1))
  const outside = whole.replace(bracketed, ' ')
  const single = headings.get(plain(outside))
  const parts =
    single === undefined
      ? [(outside.match(han) ?? []).join(''), outside.replace(han, ' ').replace(/^[\s/|:]+|(?<![\s/|:])[\s/|:]+$/g, '')]
      : [outside]
  const named = [...parts, ...aside].map(plain).filter((part) => part !== '' && !remarks.has(part))
  const [first, ...others] = named.map((part) => headings.get(part))
  return others.every((other) => other === first) ? first : undefined
}
