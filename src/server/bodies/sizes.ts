import { type ProcedurePath, ruleOf } from '#server/permissions.ts'
import { maxFeedBytes, maxFeedLines } from '#shared/feed.ts'
import { maxReportBytes, maxReportLines } from '#shared/live.ts'

/** The limits of a body; bytes count uncompressed. */
export type BodySize = {
  bytes: number
  /** Objects, lists and single values of a JSON body together. */
  values: number
  /** Fields of one object. */
  fields: number
  large?: LargeFields
}
/** Fields that are read while they arrive: a file in base64 that becomes bytes, and a list. */
export type LargeFields = { file: { name: string; mostBytes: number }; rows: { name: string; most: number } }

const kibibyte = 1024
const mebibyte = 1024 * kibibyte

const sizes = {
  /** Without a session, the largest body is an encrypted password, and wrong ones of any length get the same answer. */
  open: { bytes: 64 * kibibyte, values: 1_000, fields: 100 },
  small: { bytes: mebibyte, values: 50_000, fields: 1_000 },
  /** Rows of a file, or the serials of as many machines as may be selected at once. */
  rows: { bytes: 8 * mebibyte, values: 400_000, fields: 1_000 },
  /** A picture in base64. */
  picture: { bytes: 8 * mebibyte, values: 1_000, fields: 1_000 },
  /** A feed in base64 (4 characters for 3 bytes), or as rows, which are longer than their file. */
  feed: {
    bytes: Math.ceil((maxFeedBytes * 4) / 3) + mebibyte,
    values: 100_000,
    fields: 1_000,
    large: { file: { name: 'content', mostBytes: maxFeedBytes }, rows: { name: 'devices', most: maxFeedLines } },
  },
  /** Reports as lines, in base64, or as rows. */
  reports: {
    bytes: Math.ceil((maxReportBytes * 4) / 3) + mebibyte,
    values: 10_000,
    fields: 1_000,
    large: { file: { name: 'content', mostBytes: maxReportBytes }, rows: { name: 'reports', most: maxReportLines } },
  },
} as const satisfies Record<string, BodySize>

/** The calls with bodies larger than a form, for tRPC and REST. */
const larger: { readonly [Path in ProcedurePath]?: keyof typeof sizes } = {
  'feeds.update': 'feed',
  'feeds.start': 'feed',
  'live.report': 'reports',
  'projects.upload': 'picture',
  'attachments.upload': 'picture',
  'users.seed': 'rows',
  'cities.import': 'rows',
  'catalogue.save': 'rows',
  'devices.mark': 'rows',
  'transfers.save': 'rows',
  'repairs.save': 'rows',
}

/** Return the limits for these calls of one request; calls of a batch share those of a form. */
export function sizeOf(paths: readonly ProcedurePath[], together = false): BodySize {
  if (paths.every((path) => ruleOf(path).anonymous === 'open')) return sizes.open
  const [path] = paths
  return path !== undefined && !together ? sizes[larger[path] ?? 'small'] : sizes.small
}
