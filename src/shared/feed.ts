import { z } from 'zod'
import { Day } from './dates.ts'
import { factColumns } from './device-facts.ts'
import type { DeviceState } from './devices.ts'
import { type FeedReason, feedReasons } from './feed-reasons.ts'
import type { OwnerNames } from './ownership.ts'
import { closedRequest, Id, LanguageField, unlimited } from './request-fields.ts'

/** The documented columns of a device feed. */
export const documentedFeedColumns = [
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
] as const
/**
 * Columns of a device feed; header names match in any letter case, and in Chinese. Columns for facts follow the
 * documented ones, because most feeds have none.
 */
export const feedColumns = [...documentedFeedColumns, ...factColumns] as const
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
/** File extensions that the dialog accepts: Excel's “Unicode text” ends with .txt, tables with tabs with .tsv. */
export const feedFormats = ['csv', 'txt', 'tsv', 'xlsx', 'xlsm', 'json', 'ndjson'] as const
/** Maximum length of a sheet name in Excel. */
export const longestSheetName = 31

/** Maximum size of a feed in bytes, and in lines. */
export const maxFeedBytes = 64 * 1024 * 1024
export const maxFeedLines = 1_000_000
/** Hash rates above this, in TH/s, are considered errors. */
export const absurdHashRate = 1_000
/** If a feed has less than this share of a site's machines, the absent ones keep their state by default. */
export const absentOfflineShare = 0.5

/** The questions that a feed may raise before it is applied. */
export const feedQuestions = ['new-machines', 'offline', 'owners', 'day'] as const
export type FeedQuestionKind = (typeof feedQuestions)[number]
/** A feed that affects more than this share of the machines of a group needs a confirmation. */
export const plausibleShare = 0.1
/** In a group with fewer machines, a single machine exceeds that share, so no question is raised. */
export const leastConfirmed = 10
/** A business day may be up to this number of days after the newest known one without a question. */
export const plausibleDays = 2

/** A form and an address carry texts. */
export const flag = unlimited(
  z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean()),
)

export const FeedOptions = z.object({
  /** Only report what would happen. */
  dryRun: flag,
  /** One refused line refuses the whole feed. */
  strict: flag,
  /** Set the absent machines of a site offline even if fewer than half of the site's machines reported. */
  absentOffline: flag,
  /** Confirmed questions, as a list or as one text with commas. */
  confirm: unlimited(
    z.preprocess(
      (value) => (typeof value === 'string' ? value.split(',').map((kind) => kind.trim()) : value),
      z.array(z.enum(feedQuestions)),
    ),
  ),
  companyId: unlimited(Id),
  businessDate: unlimited(Day),
  /** The sheet of a workbook to read, by its name; by default the first one. */
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
  // Each row is checked when it is read; a schema here would copy a million of them at once.
  devices: unlimited(z.array(FeedRow).max(maxFeedLines)),
})
export type FeedRequest = z.output<typeof FeedRequest>

export type FeedError = { line: number; serial: string | null; reason: FeedReason; text: string }
export type FeedTransition = { from: DeviceState | null; to: DeviceState; count: number }
/** Maximum groups of owner, site and day to which a late feed moves machines; further lines are refused. */
export const mostLateGroups = 50
/** Machines that the feed moves to another owner or site; if late, with its day, and a newer change's day and batch. */
export type FeedTransfer = {
  from: OwnerNames
  to: OwnerNames
  count: number
  date?: Day
  until?: Day
  batchId?: number
}
/** An issued statement, and how many of its machines a feed changes on its day. `issuedAt` an ISO instant. */
export type FeedIssued = { clientId: number; client: string; month: string; issuedAt: string; machines: number }
export type SiteCoverage = {
  siteId: number
  site: string
  expected: number
  reported: number
  status: 'complete' | 'partial' | 'missing'
  absentOffline: number
  absentKept: number
  /** This feed contains fewer than half of the machines of the site; older batches do not have this value. */
  thin?: boolean
}

/**
 * An unusual property of a feed. `count` of `total` machines: machines of the fleet that are new or change their owner,
 * or machines of a site that go offline. For the day: the distance in days from the newest known one, and the usual
 * limit.
 */
export type FeedQuestion = {
  kind: FeedQuestionKind
  count: number
  total: number
  /** The site that goes offline; null = machines without a site. */
  siteId?: number | null
  site?: string | null
  /** The newest known day. */
  newestDate?: string
  text: string
}

/** `count` serials match no pattern of their base (serial-pattern.ts); the first examples and patterns are listed. */
export type OddSerials = { count: number; examples: string[]; patterns: string[] }

/** The numbers of lines in a result, in the order in which they are shown. */
export const feedCounts = ['read', 'created', 'updated', 'unchanged', 'conflict', 'refused'] as const
export type FeedCounts = Record<(typeof feedCounts)[number], number>

/** The result of a feed, or of its dry run; read = created + updated + unchanged + conflict + refused. */
export type FeedResult = FeedCounts & {
  businessDate: string
  batchId: number | null
  dryRun: boolean
  transitions: FeedTransition[]
  /** The largest groups; absent = the feed transfers nothing. */
  transfers?: FeedTransfer[]
  /** All batches that an applied feed of a past day wrote for its transfers, ascending; absent = none. */
  ownerBatches?: number[]
  /** Issued statements that the feed, for a day in their month, contradicts; absent = none. */
  issued?: FeedIssued[]
  coverage: SiteCoverage[]
  /** Ignored columns of the file that are not feed columns. */
  ignoredColumns: string[]
  /** The number of the heading line, if ignored lines precede it. */
  headerLine?: number
  /** Number of lines whose report time had no zone and was read in `timeZone`. */
  localTimes?: number
  timeZone?: string
  /** false = neither hash rates nor report times: it changes no state. Older batches do not have this value. */
  telemetry?: boolean
  /** New machines whose serials do not look like those of their base. */
  oddSerials?: OddSerials
  /** Questions that need, or had, a confirmation. */
  questions?: FeedQuestion[]
  errors: FeedError[]
  /** Number of errors; `errors` has the first `maxListedErrors` in a response, the first `maxKeptErrors` in storage. */
  errorCount: number
  /** Number of errors for each reason, if `errors` has only the first ones. */
  reasonCounts?: ReasonCounts
}
export type ReasonCounts = Partial<Record<FeedReason, number>>
/** Count the errors of each reason. */
export function countReasons(errors: readonly Pick<FeedError, 'reason'>[]): ReasonCounts {
  const counts: ReasonCounts = {}
  for (const { reason } of errors) counts[reason] = (counts[reason] ?? 0) + 1
  return counts
}
/** Add `further` to `counts`. @returns `counts` */
export function addReasons(counts: ReasonCounts, further: ReasonCounts): ReasonCounts {
  for (const reason of feedReasons) if (further[reason]) counts[reason] = (counts[reason] ?? 0) + further[reason]
  return counts
}
export const countOf = (counts: ReasonCounts): number => Object.values(counts).reduce((sum, count) => sum + count, 0)
/** Would applying it write anything? An unchanged line still records that its device reported. */
export const wouldChange = ({ created, updated, unchanged, conflict, transitions }: FeedResult): boolean =>
  created + updated + unchanged + conflict > 0 || transitions.length > 0
/** Maximum errors in a response: a million are 100 MB, and nobody corrects so many by line. Counts include all. */
export const maxListedErrors = 10_000
/** Maximum number of errors stored with an applied feed; a million would need a table of their own. */
export const maxKeptErrors = 1_000
/** Return the result to store: all counts, also of each reason, and the first errors. */
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
/** A background job. `result` when done, `error` (a text key with values) when failed. */
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

/** Has a job ended, so that nothing of it changes any more? */
export const hasEnded = ({ phase }: Pick<JobProgress, 'phase'>): boolean =>
  phase === 'done' || phase === 'failed' || phase === 'cancelled'
