import type { Message } from '#server/services/messages/message.ts'
import { businessTime } from '#shared/business-time.ts'
import type { Language } from '#shared/i18n/index.ts'
import { messageWord } from '#shared/i18n/messages.ts'
import { linkDays } from './files.ts'

/** What every message of a run says about it. */
export type RunNotice = { scheduleId: number; runId: number; name: string; day: string; language: Language; now: Date }
type NoticeFile = { fileName: string; rows: number | null; size: number }

const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
const daySeconds = 86_400

/** Create the message about a file. `url` null = the file is attached. */
export function fileMessage(
  { scheduleId, runId, name, day, language, now }: RunNotice,
  file: NoticeFile,
  url: string | null,
  timeZone: string,
): Message {
  const until = new Date(now.getTime() + linkDays * daySeconds * 1_000)
  const { fileName, rows, size } = file
  const about =
    rows === null
      ? sizeText(size)
      : messageWord(language, 'message.schedule.rows', { count: rows, size: sizeText(size) })
  return {
    type: url === null ? 'schedule.file' : 'schedule.link',
    severity: 'notice',
    language,
    title: messageWord(language, 'message.schedule.title', { name, day }),
    lines: [
      messageWord(language, 'message.schedule.file', { file: fileName, about }),
      ...(url === null
        ? []
        : [messageWord(language, 'message.schedule.until', { time: businessTime(until, timeZone).slice(0, 16) })]),
    ],
    link: url === null ? null : { text: messageWord(language, 'message.schedule.download'), url },
    data: { scheduleId, runId, fileName, rows, size, expiresAt: until.toISOString() },
    at: now.toISOString(),
  }
}

/**
 * Create the message that nothing was sent, and why, because its receivers wait for it. It contains no part of the
 * content.
 */
export const failedMessage = (
  { scheduleId, runId, name, day, language, now }: RunNotice,
  problem: string,
  url: string,
): Message => ({
  type: 'schedule.failed',
  severity: 'warning',
  language,
  title: messageWord(language, 'message.schedule.failed', { name, day }),
  lines: [problem],
  link: { text: messageWord(language, 'message.schedule.open'), url: `${url}/schedules/index` },
  data: { scheduleId, runId },
  at: now.toISOString(),
})
