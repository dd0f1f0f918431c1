import { z } from 'zod'
import { Day } from './dates.ts'
import { factColumns } from './device-facts.ts'
import type { DeviceState } from './devices.ts'
import { type FeedReason, feedReasons } from './feed-reasons.ts'
import type { OwnerNames } from './ownership.ts'
import { closedRequest, Id, LanguageField, unlimited } from './request-fields.ts'

/** Columns of a device feed; header names match in any letter case, and in Chinese. Facts stand behind the documented ones: most feeds have none. */
export const feedColumns = [
  ...([
    'serial',
    'type',
    'client',
    'account',
    'site',
    'activeWorker',
    'activeWorkerState',
    'hashRate',
    'alarm',
    'reportedAt',
  ] as const),
  ...factColumns,
] as const
export type FeedColumn = (typeof feedColumns)[number]
export const feedColumnNames: Record<FeedColumn, string> = {
  serial: '序列号',
  type: '类型',
  client: '客户',
  account: '子账号',
  site: '站点',
  activeWorker: '矿工',
  activeWorkerState: '矿工状态',
  hashRate: '算力',
  alarm: '告警',
  reportedAt: '上报时间',
  hall: '厂房',
  rack: '机架',
  shelf: '层位',
  ip: 'IP',
  mac: 'MAC',
  firmware: '固件',
  powerW: '功率',
  temperatureC: '温度',
  fanRpm: '风扇转速',
  note: '备注',
  tags: '标签',
}
/** Endings of files that the dialog takes: Excel's “Unicode text” ends with .txt, tables with tabs with .tsv. */
export const feedFormats = ['csv', 'txt', 'tsv', 'xlsx', 'xlsm', 'json', 'ndjson'] as const
/** Characters of the name of a sheet, as Excel allows them. */
export const longestSheetName = 31

/** Largest feed, in bytes, and in lines. */
export const maxFeedBytes = 64 * 1024 * 1024
export const maxFeedLines = 1_000_000
/** TH/s above which a hash rate cannot be meant. */
export const absurdHashRate = 1_000
/** A site with fewer than this share of the machines that stood there in a feed keeps the absent ones as they are, unless told otherwise. */
export const absentOfflineShare = 0.5

/** What a feed is asked about, by name, before it is applied. */
export const feedQuestions = ['new-machines', 'offline', 'owners', 'day'] as const
export type FeedQuestionKind = (typeof feedQuestions)[number]
/** A feed that does something to more than this share of the machines of a group is asked whether that is meant. */
export const plausibleShare = 0.1
/** In a group with fewer machines a single one is more than that share: nothing is asked. */
export const leastAsked = 10
/** A business day may follow the newest known one after so many days without a question. */
export const plausibleDays = 2

/** A form and an address carry texts. */
export const flag = unlimited(
  z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean()),
)

export const FeedOptions = z.object({
  /** Only say what would happen. */
  dryRun: flag,
  /** One refused line refuses the whole feed. */
  strict: flag,
  /** Turns the absent machines of a site offline even when fewer than half of it reported. */
  absentOffline: flag,
  /** Questions that are answered with yes, as a list or as one text with commas. */
  confirm: unlimited(
    z.preprocess(
      (value) => (typeof value === 'string' ? value.split(',').map((kind) => kind.trim()) : value),
      z.array(z.enum(feedQuestions)),
    ),
  ),
  companyId: unlimited(Id),
  businessDate: unlimited(Day),
  /** Which sheet of a workbook is read, by its name; the first one unless told. */
  sheet: unlimited(z.string().trim().max(longestSheetName)),
  language: LanguageField,
})
export type FeedOptions = z.output<typeof FeedOptions>

const FeedRow = z
  .custom<Record<string, unknown>>((row) => typeof row === 'object' && row !== null && !Array.isArray(row))
  .meta({ type: 'object' })
/** A feed as a file (its bytes, or base64 of them) or as rows; neither = the configured feed source. */
export const FeedRequest = closedRequest({
  ...FeedOptions.shape,
  fileName: unlimited(z.string().trim().max(255)),
  content: unlimited(
    z.union([z.instanceof(Uint8Array<ArrayBufferLike>), z.string().max(Math.ceil((maxFeedBytes * 4) / 3) + 4)]),
  ),
  // Each row is looked at where it is read; here a million of them would be copied at once.
  devices: unlimited(z.array(FeedRow).max(maxFeedLines)),
})
export type FeedRequest = z.output<typeof FeedRequest>

export type FeedError = { line: number; serial: string | null; reason: FeedReason; text: string }
export type FeedTransition = { from: DeviceState | null; to: DeviceState; count: number }
/** Owners, sites and days to which a feed of an earlier day can give machines at once; lines beyond are refused. */
export const mostLateGroups = 50
/** Machines that the feed gives to another owner or site: a transfer of its business date; of an earlier day with that day, the one of a newer change, and its batch. */
export type FeedTransfer = {
  from: OwnerNames
  to: OwnerNames
  count: number
  date?: Day
  until?: Day
  batchId?: number
}
/** A statement that was handed out, and of which a feed changes so many machines on its day. `issuedAt` an ISO instant. */
export type FeedIssued = { clientId: number; client: string; month: string; issuedAt: string; machines: number }
export type SiteCoverage = {
  siteId: number
  site: string
  expected: number
  reported: number
  status: 'complete' | 'partial' | 'missing'
  absentOffline: number
  absentKept: number
  /** Fewer than half of the machines that stood there reported in this very feed; older batches do not say. */
  thin?: boolean
}

/**
 * What is unusual about a feed. `count` of `total` machines: of the fleet that are new, or change their owner; of a site that turn offline.
 * For the day: by how many days it lies behind the newest known one, and how many are usual.
 */
export type FeedQuestion = {
  kind: FeedQuestionKind
  count: number
  total: number
  /** Of the site that turns off; null = machines without a site. */
  siteId?: number | null
  site?: string | null
  /** The newest day that was known. */
  newestDate?: string
  text: string
}

/** `count` serials do not fit any of the `patterns` of their base (serial-pattern.ts); the first of both are named. */
export type OddSerials = { count: number; examples: string[]; patterns: string[] }

/** What a feed did, or with dryRun would do; read = created + updated + unchanged + conflict + refused. */
export type FeedResult = {
  read: number
  created: number
  updated: number
  unchanged: number
  conflict: number
  refused: number
  businessDate: string
  batchId: number | null
  dryRun: boolean
  transitions: FeedTransition[]
  /** The largest groups; absent = the feed transfers nothing. */
  transfers?: FeedTransfer[]
  /** Statements that were handed out and that the feed, of a day of their month, makes differ; absent = none. */
  issued?: FeedIssued[]
  coverage: SiteCoverage[]
  /** Columns of the file that are not feed columns and were passed over. */
  ignoredColumns: string[]
  /** The line of the headings, when others are before it, which were passed over. */
  headerLine?: number
  /** How many lines gave a time of report without a zone, which was read as one of `timeZone`. */
  localTimes?: number
  timeZone?: string
  /** false = neither hash rates nor times of report: no state changes by it. Batches of former days do not say. */
  telemetry?: boolean
  /** New machines whose serials do not look like those of their base. */
  oddSerials?: OddSerials
  /** What it has to be confirmed for, or was. */
  questions?: FeedQuestion[]
  errors: FeedError[]
  /** How many errors there are. `errors` has the first `maxToldErrors` in the answer to a feed; of a feed of former days, the first `maxKeptErrors`. */
  errorCount: number
  /** How many errors each reason has, where `errors` holds the first of them only. */
  reasonCounts?: ReasonCounts
}
export type ReasonCounts = Partial<Record<FeedReason, number>>
/** How many errors each reason has. */
export function countReasons(errors: readonly Pick<FeedError, 'reason'>[]): ReasonCounts {
  const counts: ReasonCounts = {}
  for (const { reason } of errors) counts[reason] = (counts[reason] ?? 0) + 1
  return counts
}
/** Adds `further` to `counts`. @returns `counts` */
export function addReasons(counts: ReasonCounts, further: ReasonCounts): ReasonCounts {
  for (const reason of feedReasons) if (further[reason]) counts[reason] = (counts[reason] ?? 0) + further[reason]
  return counts
}
export const countOf = (counts: ReasonCounts): number => Object.values(counts).reduce((sum, count) => sum + count, 0)
/** Would applying it write anything? A line that changes nothing still says that its device reported. */
export const wouldChange = ({ created, updated, unchanged, conflict, transitions }: FeedResult): boolean =>
  created + updated + unchanged + conflict > 0 || transitions.length > 0
/** Errors that the answer to a feed lists: a million of them are 100 MB, and nobody corrects so many line by line. All are counted by reason. */
export const maxToldErrors = 10_000
/** Errors that are kept with an applied feed; a million of them would be a table of its own. */
export const maxKeptErrors = 1_000
/** The result as it is kept: counts in full, also of each reason, errors as far as they are kept. */
export const withKeptErrors = <Result extends FeedResult>(result: Result): Result =>
  result.errors.length > maxKeptErrors
    ? {
        ...result,
        reasonCounts: result.reasonCounts ?? countReasons(result.errors),
        errors: result.errors.slice(0, maxKeptErrors),
      }
    : result

export const jobPhases = ['reading', 'checking', 'applying', 'done', 'failed', 'cancelled'] as const
export type JobPhase = (typeof jobPhases)[number]
/** A piece of work off the request path. `result` when done, `error` (a word key with values) when failed. */
export type JobProgress<Result = FeedResult> = {
  id: string
  phase: JobPhase
  done: number
  total: number
  result: Result | null
  error: { code: string; message: string } | null
  /** Until it ends no other call is answered: the embedded database has one connection. */
  holdsDatabase: boolean
}

/** Nothing of a job changes any more. */
export const hasEnded = ({ phase }: Pick<JobProgress, 'phase'>): boolean =>
  phase === 'done' || phase === 'failed' || phase === 'cancelled'
