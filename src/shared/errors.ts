import type { FeedResult } from './feed.ts'
import type { Word } from './i18n/index.ts'
import type { TransferAnswer } from './transfers.ts'

/** One row for each expected error: tRPC code, REST code and the text shown to users. */
export const errorTable = {
  VALIDATION: { trpc: 'BAD_REQUEST', rest: 400, word: 'error.validation' },
  SORT_COLUMN_UNKNOWN: { trpc: 'BAD_REQUEST', rest: 400, word: 'error.sortColumnUnknown' },
  FEED_EMPTY: { trpc: 'BAD_REQUEST', rest: 400, word: 'error.feedEmpty' },
  FEED_UNREADABLE: { trpc: 'BAD_REQUEST', rest: 400, word: 'error.feedUnreadable' },
  FEED_REFUSED: { trpc: 'BAD_REQUEST', rest: 400, word: 'error.feedRefused' },
  FEED_UNCONFIRMED: { trpc: 'CONFLICT', rest: 409, word: 'error.feedUnconfirmed' },
  FEED_NO_SOURCE: { trpc: 'BAD_REQUEST', rest: 400, word: 'error.feedNoSource' },
  LOGIN_FAILED: { trpc: 'BAD_REQUEST', rest: 400, word: 'error.loginFailed' },
  CODE_INVALID: { trpc: 'BAD_REQUEST', rest: 400, word: 'error.codeInvalid' },
  SMS_FAILED: { trpc: 'SERVICE_UNAVAILABLE', rest: 400, word: 'error.smsFailed' },
  OLD_PASSWORD_NEEDED: { trpc: 'BAD_REQUEST', rest: 4010, word: 'error.oldPasswordNeeded' },
  OLD_PASSWORD_WRONG: { trpc: 'BAD_REQUEST', rest: 400, word: 'error.oldPasswordWrong' },
  PASSWORD_CHANGE_NEEDED: { trpc: 'FORBIDDEN', rest: 4011, word: 'login.resetReminder' },
  REFRESH_INVALID: { trpc: 'BAD_REQUEST', rest: 400, word: 'error.refreshInvalid' },
  PASSWORD_RULE: { trpc: 'BAD_REQUEST', rest: 400, word: 'password.rule' },
  TICKET_INVALID: { trpc: 'UNAUTHORIZED', rest: 50008, word: 'error.profileFailed' },
  TOKEN_AMBIGUOUS: { trpc: 'BAD_REQUEST', rest: 400, word: 'error.tokenAmbiguous' },
  FORBIDDEN: { trpc: 'FORBIDDEN', rest: 403, word: 'error.forbidden' },
  TERMINAL_ONLY: { trpc: 'FORBIDDEN', rest: 403, word: 'error.terminalOnly' },
  NOT_FOUND: { trpc: 'NOT_FOUND', rest: 404, word: 'error.notFound' },
  DEVICE_SCRAPPED: { trpc: 'CONFLICT', rest: 409, word: 'error.deviceScrapped' },
  TRANSITION_REFUSED: { trpc: 'CONFLICT', rest: 409, word: 'error.transitionRefused' },
  KEY_REUSED: { trpc: 'UNPROCESSABLE_CONTENT', rest: 422, word: 'error.keyReused' },
  KEY_RUNNING: { trpc: 'CONFLICT', rest: 409, word: 'error.keyRunning' },
  COUNT_CHANGED: { trpc: 'CONFLICT', rest: 409, word: 'error.countChanged' },
  REPAIR_REFUSED: { trpc: 'CONFLICT', rest: 409, word: 'error.repairRefused' },
  REPAIR_VOIDED: { trpc: 'CONFLICT', rest: 409, word: 'error.repairVoided' },
  REPAIR_NEEDED: { trpc: 'CONFLICT', rest: 409, word: 'error.repairNeeded' },
  PLAN_TAKEN: { trpc: 'CONFLICT', rest: 409, word: 'error.planTaken' },
  SLOT_FULL: { trpc: 'CONFLICT', rest: 409, word: 'error.slotFull' },
  RESERVATION_CLOSED: { trpc: 'CONFLICT', rest: 409, word: 'error.reservationClosed' },
  REPORT_TRANSITION: { trpc: 'CONFLICT', rest: 409, word: 'error.reportTransition' },
  REPORT_FINAL: { trpc: 'CONFLICT', rest: 409, word: 'error.reportFinal' },
  NO_NEXT_STATION: { trpc: 'CONFLICT', rest: 409, word: 'error.noNextStation' },
  REPORT_NOT_FOUND: { trpc: 'NOT_FOUND', rest: 404, word: 'error.reportNotFound' },
  ALERT_OVER: { trpc: 'CONFLICT', rest: 409, word: 'error.alertOver' },
  EDITED_BY_OTHERS: { trpc: 'CONFLICT', rest: 409, word: 'error.editedByOthers' },
  TOO_MANY_VIEWS: { trpc: 'CONFLICT', rest: 409, word: 'error.tooManyViews' },
  TRANSFER_REFUSED: { trpc: 'CONFLICT', rest: 409, word: 'error.transferRefused' },
  UNDO_REFUSED: { trpc: 'CONFLICT', rest: 409, word: 'error.undoRefused' },
  FEED_RUNNING: { trpc: 'CONFLICT', rest: 409, word: 'error.feedRunning' },
  JOB_LOST: { trpc: 'SERVICE_UNAVAILABLE', rest: 503, word: 'error.jobLost' },
  CANCELLED: { trpc: 'CLIENT_CLOSED_REQUEST', rest: 409, word: 'error.cancelled' },
  STOCK_SHORT: { trpc: 'CONFLICT', rest: 409, word: 'error.stockShort' },
  ORDER_VOIDED: { trpc: 'CONFLICT', rest: 409, word: 'error.orderVoided' },
  MONTH_OPEN: { trpc: 'CONFLICT', rest: 409, word: 'error.monthOpen' },
  MONTH_NOT_ARCHIVED: { trpc: 'CONFLICT', rest: 409, word: 'error.monthNotArchived' },
  ARCHIVE_PACKAGE: { trpc: 'SERVICE_UNAVAILABLE', rest: 503, word: 'error.archivePackage' },
  ARCHIVE_MISSING: { trpc: 'SERVICE_UNAVAILABLE', rest: 503, word: 'error.archiveMissing' },
  ARCHIVE_DAMAGED: { trpc: 'SERVICE_UNAVAILABLE', rest: 503, word: 'error.archiveDamaged' },
  MONTH_ARCHIVED: { trpc: 'CONFLICT', rest: 409, word: 'error.monthArchived' },
  IN_USE: { trpc: 'CONFLICT', rest: 409, word: 'error.inUse' },
  REPORT_RUNNING: { trpc: 'CONFLICT', rest: 409, word: 'error.reportRunning' },
  DUPLICATE: { trpc: 'CONFLICT', rest: 409, word: 'error.duplicate' },
  BACKUP_UNREADABLE: { trpc: 'BAD_REQUEST', rest: 400, word: 'error.backupUnreadable' },
  SNAPSHOT_UNREADABLE: { trpc: 'BAD_REQUEST', rest: 400, word: 'error.snapshotUnreadable' },
  BACKUP_VERSION: { trpc: 'CONFLICT', rest: 409, word: 'error.backupVersion' },
  KEYS_READ_ONLY: { trpc: 'CONFLICT', rest: 409, word: 'error.keysReadOnly' },
  NO_ROOM: { trpc: 'SERVICE_UNAVAILABLE', rest: 503, word: 'error.noRoom' },
  NO_ROOM_TO_KEEP: { trpc: 'SERVICE_UNAVAILABLE', rest: 503, word: 'error.noRoomToKeep' },
  DATABASE_NOT_EMPTY: { trpc: 'CONFLICT', rest: 409, word: 'error.databaseNotEmpty' },
  IMAGE_TYPE: { trpc: 'BAD_REQUEST', rest: 400, word: 'error.imageType' },
  IMAGE_TOO_LARGE: { trpc: 'BAD_REQUEST', rest: 400, word: 'error.imageTooLarge' },
  VIDEO_TYPE: { trpc: 'BAD_REQUEST', rest: 400, word: 'error.videoType' },
  VIDEO_TOO_LARGE: { trpc: 'BAD_REQUEST', rest: 400, word: 'error.videoTooLarge' },
  UPLOAD_MALFORMED: { trpc: 'BAD_REQUEST', rest: 400, word: 'error.uploadMalformed' },
  UPLOAD_QUOTA: { trpc: 'TOO_MANY_REQUESTS', rest: 429, word: 'error.uploadQuota' },
  LINK_INVALID: { trpc: 'NOT_FOUND', rest: 404, word: 'error.linkInvalid' },
  UNKNOWN_PATH: { trpc: 'NOT_FOUND', rest: 404, word: 'error.unknownPath' },
  NOT_JSON: { trpc: 'PARSE_ERROR', rest: 400, word: 'error.notJson' },
  MEDIA_TYPE: { trpc: 'UNSUPPORTED_MEDIA_TYPE', rest: 415, word: 'error.mediaType' },
  TOO_LARGE: { trpc: 'PAYLOAD_TOO_LARGE', rest: 413, word: 'error.tooLarge' },
  TOO_MANY: { trpc: 'TOO_MANY_REQUESTS', rest: 429, word: 'error.tooMany' },
  TOKEN_UNKNOWN: { trpc: 'UNAUTHORIZED', rest: 50008, word: 'error.signedOut' },
  SESSION_ENDED: { trpc: 'UNAUTHORIZED', rest: 50012, word: 'error.signedOut' },
  SESSION_EXPIRED: { trpc: 'UNAUTHORIZED', rest: 50014, word: 'error.signedOut' },
  TOO_WIDE: { trpc: 'BAD_REQUEST', rest: 400, word: 'error.tooWide' },
  TOO_SLOW: { trpc: 'BAD_REQUEST', rest: 400, word: 'error.tooSlow' },
  BUSY: { trpc: 'SERVICE_UNAVAILABLE', rest: 503, word: 'error.busy' },
  DATABASE_UNAVAILABLE: { trpc: 'SERVICE_UNAVAILABLE', rest: 503, word: 'error.databaseUnavailable' },
  STORAGE_SILENT: { trpc: 'SERVICE_UNAVAILABLE', rest: 503, word: 'error.storageSilent' },
  STORAGE_AWAY: { trpc: 'SERVICE_UNAVAILABLE', rest: 503, word: 'error.storageAway' },
  STORAGE_CUT: { trpc: 'SERVICE_UNAVAILABLE', rest: 503, word: 'error.storageCut' },
  READ_ONLY: { trpc: 'SERVICE_UNAVAILABLE', rest: 503, word: 'error.readOnly' },
  STORAGE_FULL: { trpc: 'SERVICE_UNAVAILABLE', rest: 503, word: 'error.storageFull' },
  INTERNAL: { trpc: 'INTERNAL_SERVER_ERROR', rest: 500, word: 'error.internal' },
} as const

export type ErrorCode = keyof typeof errorTable

/**
 * A field, as a dotted path from the root of the request, its problem in the caller's language, and the accepted values
 * if known.
 */
export type FieldProblem = { field: string; problem: string; label?: string; unit?: string; min?: number; max?: number }

/** Optional details of an error: values for its text, and the field it is about. */
export type ErrorDetails = {
  field?: string
  allowed?: readonly string[]
  retryAfterSeconds?: number
  /** Nothing was done and nothing was read: the caller may simply repeat the call. */
  notBegun?: true
  values?: Record<string, string | number>
  /** The whole message, in the caller's language, if it is more than the text of its code; and the fields it names. */
  sentence?: string
  fields?: readonly FieldProblem[]
  /** The text for this case instead of the text of its code. */
  word?: Word
  /** The problem of `field`, if the caller's language is not known yet. */
  problem?: Word
  /** The result that a refused feed would have had, with every refused line. */
  feed?: FeedResult
  /** The result that a refused transfer would have had, with the obstacles. */
  transfer?: TransferAnswer
}

/** The only error class of the product: domain code throws it, and each API translates it once. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails
  constructor(code: ErrorCode, details: ErrorDetails = {}, cause?: unknown) {
    super(code, cause === undefined ? undefined : { cause })
    this.name = 'AppError'
    this.code = code
    this.details = details
  }
}

/** Return the message of anything that was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
