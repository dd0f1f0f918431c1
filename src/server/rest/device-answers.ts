import { z } from 'zod'
import type { CareAnswer, DeviceCare } from '#shared/device-care.ts'
import type { WarningList } from '#shared/device-detail.ts'
import { type DeviceDetail, type DeviceRow, DeviceState, DeviceType, deviceStates } from '#shared/devices.ts'
import { type FeedResult, feedQuestions } from '#shared/feed.ts'
import { keptReasons, type UndoResult } from '#shared/feed-batches.ts'
import { feedReasons } from '#shared/feed-reasons.ts'
import type { KeptSerialList } from '#shared/serial-lists.ts'
import { answerOf, count, id, optionalText, text } from './answer-schemas.ts'
import { ownerAnswer } from './transfers.ts'

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
  stateSince: text,
  checks: z.array(z.object({ id, name: text })),
  facts: z
    .object({
      hall: optionalText,
      rack: optionalText,
      shelf: optionalText,
      ip: optionalText,
      mac: optionalText,
      firmware: optionalText,
      powerW: z.number().nullable(),
      temperatureC: z.number().nullable(),
      fanRpm: z.number().nullable(),
      note: optionalText,
      tags: z.array(text).nullable(),
    })
    .nullable(),
}
export const deviceAnswer = answerOf<DeviceRow>()(z.object(deviceFields))
export const scrappedAnswer = answerOf<{ id: number; state: 'scrap' }>()(z.object({ id, state: z.literal('scrap') }))
export const deviceDetailAnswer = answerOf<DeviceDetail>()(z.object(deviceFields))
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
  transfers: z
    .array(
      z.object({
        from: ownerAnswer,
        to: ownerAnswer,
        count,
        date: text.optional(),
        until: text.optional(),
        batchId: id.optional(),
      }),
    )
    .optional(),
  issued: z.array(z.object({ clientId: id, client: text, month: text, issuedAt: text, machines: count })).optional(),
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
  headerLine: count.optional(),
  localTimes: count.optional(),
  timeZone: text.optional(),
  oddSerials: z.object({ count, examples: z.array(text), patterns: z.array(text) }).optional(),
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
  // The first 10,000; `errorCount` counts all errors, and `reasonCounts` those of each reason if some are not listed.
  errors: z.array(z.object({ line: count, serial: optionalText, reason: z.enum(feedReasons), text })),
  errorCount: count,
  reasonCounts: z.partialRecord(z.enum(feedReasons), count).optional(),
}
/** The documented answer of updateDevice names the day `date`; all other fields are the result of the feed. */
export const updateAnswer = answerOf<FeedResult & { date: string }>()(z.object({ ...feed, date: text }))
/** Unchanged machines are listed up to `maxListedKept`; `kept` and `reasons` count all. */
export const undoAnswer = answerOf<UndoResult>()(
  z.object({
    batchId: id,
    businessDate: text,
    dryRun: z.boolean(),
    total: count,
    undone: count,
    kept: count,
    reasons: z.array(z.object({ why: z.enum(keptReasons), count, text })),
    machines: z.array(
      z.object({
        deviceId: id,
        serial: text,
        why: z.enum(keptReasons),
        happened: text,
        whatToDo: text,
        batchId: id.nullable(),
      }),
    ),
    back: z.array(z.object({ deviceId: id, serial: text, from: DeviceState, to: DeviceState.nullable() })),
    removed: count,
    restored: count,
    transitions: z.array(z.object({ from: DeviceState, to: DeviceState, count })),
    // Batches in which a feed of an earlier day wrote new owners; they are not undone.
    transfers: z.array(id).optional(),
    previewVersion: text.optional(),
  }),
)

/** `serialList` narrows `/device/find/`, `/device/export` and the warnings to these machines. */
export const serialListAnswer = answerOf<KeptSerialList>()(
  z.object({
    serialList: text,
    found: count,
    unknown: z.array(text),
    repeated: count,
    origin: z.union([
      z.object({ kind: z.literal('pasted') }),
      z.object({ kind: z.literal('batch'), batchId: id }),
      z.object({ kind: z.literal('stocktake'), stocktakeId: id }),
      z.object({ kind: z.literal('alert'), alertId: id }),
    ]),
  }),
)
const care = answerOf<DeviceCare>()(
  z.object({
    acknowledged: z.object({ by: optionalText, at: text, reason: optionalText }).nullable(),
    assignee: z.object({ id, name: text }).nullable(),
    note: optionalText,
  }),
)
export const warningListAnswer = answerOf<WarningList>()(
  z.object({
    data: z.array(z.object({ ...deviceFields, care: care.nullable() })),
    totalCount: count,
    totalCapped: z.boolean().optional(),
    counts: z.object({ warn: count, low: count, offline: count }),
  }),
)
export const careAnswer = answerOf<CareAnswer>()(z.object({ changed: count, skipped: count }))
