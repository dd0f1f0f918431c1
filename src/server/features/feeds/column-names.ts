import { type FeedColumn, feedColumnNames, feedColumns } from '#shared/feed.ts'

/** What is longer names no column, with as many spaces as anybody may put in it; nor, of several words in two languages, what is longer than this. */
const longestName = 1_000
const longestHeading = 100

/** Letter case, spaces, `_` and `-` do not matter in a column's name, nor do full-width letters. */
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

/** Other headings of tables that people keep; programs that send JSON use the names themselves. */
const otherNames: Partial<Record<FeedColumn, readonly string[]>> = {
  serial: ['sn', 's/n', 'serial number', 'serial no', 'serial no.', 'SN码', '设备序列号', '机器序列号', '矿机序列号'],
  type: ['model', 'device type', '型号', '机型', '设备类型'],
  client: ['customer', '客户名称'],
  account: ['sub-account', '子账户'],
  site: ['场地', '站点名称'],
  activeWorker: ['worker', '矿工名'],
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
/** What may be beside a name and says nothing of what it names: units, and what has to be filled in. */
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

/** The place of a named column in `feedColumns`, or undefined for a name that a feed does not use. */
export function columnIndex(name: string): number | undefined {
  const trimmed = name.trim()
  return trimmed.length > longestName ? undefined : exact.get(plain(trimmed))
}

/** The same of a heading of a table: also 序列号 Serial, *序列号 (SN), 算力 (TH/s), where every part of it names the same column. */
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
