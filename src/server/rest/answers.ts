import { z } from 'zod'
import type { Branding, CompanyChoice, LoginAnswer, Profile, PublicKey, ServerRoute, SessionInfo } from '#shared/auth.ts'
import type { PieSlice, RateLine, StackedStates } from '#shared/charts.ts'
import { bases, rates } from '#shared/charts.ts'
import type { CityClimate } from '#shared/cities.ts'
import { type DeviceCounts, type DeviceDetail, type DeviceRow, DeviceState, DeviceType, deviceStates } from '#shared/devices.ts'
import { type FeedResult, feedQuestions, feedReasons } from '#shared/feed.ts'
import { keptReasons, type UndoResult } from '#shared/feed-batches.ts'
import { baseKeys, headquartersKeys } from '#shared/permissions.ts'
import type { SystemStatus } from '#shared/system.ts'
import type { UploadAnswer } from '#shared/uploads.ts'

/**
 * What `data` holds in each answer, for the OpenAPI document and the contract test. tsc holds each against the type that the
 * procedure returns; nothing of this runs while a call is answered.
 */
const text = z.string()
const id = z.int().min(1)
const count = z.int().min(0)
const optionalText = text.nullable()

/** A list answers `data.data` and `data.totalCount`. */
export const listOf = <Row>(row: z.ZodType<Row>) => z.object({ data: z.array(row), totalCount: count, totalCapped: z.boolean().optional() })

export const counts = {
  total: count,
  normal: count,
  low: count,
  warn: count,
  offline: count,
  repairing: count,
  repaired: count,
  lost: count,
  scrap: count,
} satisfies Record<keyof DeviceCounts, typeof count>
export const countsAnswer: z.ZodType<DeviceCounts> = z.object(counts)

const deviceFields = {
  id,
  serial: text,
  type: DeviceType,
  state: DeviceState,
  repairTimes: count,
  activeWorker: optionalText,
  activeWorkerState: z.boolean(),
  siteId: id.nullable(),
  site: optionalText,
  clientId: id.nullable(),
  client: optionalText,
  accountId: id.nullable(),
  account: optionalText,
  hashRate: z.number().nullable(),
  lastReportAt: optionalText,
  neverReported: z.boolean(),
  checks: z.array(z.object({ id, name: text })),
}
export const deviceAnswer: z.ZodType<DeviceRow> = z.object(deviceFields)
export const scrappedAnswer: z.ZodType<{ id: number; state: 'scrap' }> = z.object({ id, state: z.literal('scrap') })
export const deviceDetailAnswer: z.ZodType<DeviceDetail> = z.object({ ...deviceFields, stateSince: text })

const permission = z.enum([...baseKeys, ...headquartersKeys])
const serverRoute: z.ZodType<ServerRoute> = z.object({
  path: text,
  component: text,
  redirect: text.optional(),
  name: text,
  title: text,
  icon: text,
  section: text,
  hidden: z.boolean(),
})
const session = {
  id,
  userName: text,
  userToken: text,
  companyId: id,
  companyName: text,
  nickName: optionalText,
  name: text,
  avatar: optionalText,
  permissions: z.array(permission),
  routes: z.array(serverRoute),
  timeZone: text,
  mustChangePassword: z.boolean(),
}
export const sessionAnswer: z.ZodType<SessionInfo> = z.object(session)
export const loginAnswer: z.ZodType<LoginAnswer> = z.object({ ...session, token: text, lastPasswordResetDate: optionalText })
export const endedAnswer: z.ZodType<{ ended: boolean }> = z.object({ ended: z.boolean() })
export const pemAnswer: z.ZodType<PublicKey['pem']> = text
export const profileAnswer: z.ZodType<Profile> = z.object({
  id,
  userName: text,
  phone: optionalText,
  name: text,
  nickName: optionalText,
  companyId: id,
  companyName: text,
  avatar: optionalText,
  avatarId: id.nullable(),
  createTimeStr: text,
})
export const companyAnswer: z.ZodType<CompanyChoice> = z.object({ id, name: text, kind: z.enum(['headquarters', 'base']), superCompanyId: id.nullable() })

const dayValues = z.array(z.number().nullable())
export const stackAnswer: z.ZodType<StackedStates> = z.object({
  xAxisData: z.array(text),
  series: z.array(z.object({ name: DeviceState, data: dayValues, lastDay: dayValues.optional() })),
})
export const rateAnswer: z.ZodType<RateLine> = z.object({
  name: z.enum(rates),
  xAxisData: z.array(text),
  data: dayValues,
  numerator: dayValues,
  denominator: dayValues,
  basis: z.enum(bases),
})
export const pieAnswer: z.ZodType<PieSlice[]> = z.array(z.object({ name: text, value: count }))

const feed = {
  read: count,
  created: count,
  updated: count,
  unchanged: count,
  conflict: count,
  refused: count,
  businessDate: text,
  batchId: id.nullable(),
  dryRun: z.boolean(),
  transitions: z.array(z.object({ from: z.enum(deviceStates).nullable(), to: DeviceState, count })),
  coverage: z.array(
    z.object({
      siteId: id,
      site: text,
      expected: count,
      reported: count,
      status: z.enum(['complete', 'partial', 'missing']),
      absentOffline: count,
      absentKept: count,
      thin: z.boolean().optional(),
    }),
  ),
  ignoredColumns: z.array(text),
  telemetry: z.boolean().optional(),
  questions: z
    .array(
      z.object({
        kind: z.enum(feedQuestions),
        count,
        total: count,
        siteId: id.nullish(),
        site: text.nullish(),
        newestDate: text.optional(),
        text,
      }),
    )
    .optional(),
  errors: z.array(z.object({ line: count, serial: optionalText, reason: z.enum(feedReasons), text })),
  errorCount: count,
}
/** The documented answer of updateDevice names the day `date`; all else is the result of the feed. */
export const updateAnswer: z.ZodType<FeedResult & { date: string }> = z.object({ ...feed, date: text })

/** Machines that stay are listed up to `maxListedKept`; `kept` and `reasons` count all. */
export const undoAnswer: z.ZodType<UndoResult> = z.object({
  batchId: id,
  businessDate: text,
  dryRun: z.boolean(),
  total: count,
  undone: count,
  kept: count,
  reasons: z.array(z.object({ why: z.enum(keptReasons), count, text })),
  machines: z.array(z.object({ deviceId: id, serial: text, why: z.enum(keptReasons), happened: text, whatToDo: text, batchId: id.nullable() })),
  removed: count,
  restored: count,
  transitions: z.array(z.object({ from: DeviceState, to: DeviceState, count })),
})

export const brandingAnswer: z.ZodType<Branding['company']> = z.object({ id, name: text, picId: id.nullable(), smallPicId: id.nullable() }).nullable()
export const lastDateAnswer = optionalText

const number = z.number().nullable()
export const cityNamesAnswer: z.ZodType<string[]> = z.array(text)
export const cityAnswer: z.ZodType<CityClimate> = z.object({
  name: text,
  province: optionalText,
  altitude: number,
  avgTempSummer: number,
  avgTempWinter: number,
  avgHumiSummer: number,
  avgHumiWinter: number,
  highTempSummer: number,
  maxHumidity: number,
  ventTempSummer: number,
  source: optionalText,
})

const image = { path: text, url: text, fileName: text, width: count, height: count }
export const uploadAnswer: z.ZodType<UploadAnswer> = z.object({ id: text, ...image })

export const statusAnswer: z.ZodType<SystemStatus> = z.object({
  engine: z.enum(['embedded', 'postgres']),
  databaseVersion: text,
  databaseBytes: z.number(),
  migrations: z.array(z.object({ name: text, executedAt: optionalText })),
  companies: count,
  users: count,
  devices: count,
  firstDate: optionalText,
  lastDate: optionalText,
  timeZone: text,
  uptimeSeconds: count,
  node: text,
})
