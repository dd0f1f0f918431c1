import { z } from 'zod'
import { ClockTime, placeFields } from './alert-rules.ts'
import type { AlertPlaceNames } from './alerts.ts'
import { flag } from './feed.ts'
import { Moment } from './moment.ts'
import { Paging } from './paging.ts'
import { closedRequest, Id, RowVersion, unlimited, wholeNumber } from './request-fields.ts'
import { longestWindowMinutes } from './silence-times.ts'

const longestReason = 200

export const SilenceListRequest = closedRequest({
  ...Paging.shape,
  companyId: unlimited(Id),
  /** Include ended silences. */
  withPast: flag,
})
export type SilenceListRequest = z.output<typeof SilenceListRequest>

const times = {
  /** Business time; both or none. */
  startsAtStr: unlimited(Moment),
  endsAtStr: unlimited(Moment),
  /** Days of the week, 1 = Monday; with `startTime` and `minutes` instead of a start and an end. */
  weekdays: unlimited(z.array(wholeNumber(1, 7)).min(1).max(7)),
  startTime: unlimited(ClockTime),
  minutes: unlimited(wholeNumber(1, longestWindowMinutes)),
}
type Times = Partial<Record<keyof typeof times, unknown>>
const checked = ({ startsAtStr, endsAtStr, weekdays, startTime, minutes }: Times, context: z.RefinementCtx) => {
  const issue = (path: keyof typeof times, message: string) =>
    context.addIssue({ code: 'custom', message, path: [path] })
  if (weekdays !== undefined) {
    if (startTime === undefined) issue('startTime', 'silenceTime')
    if (minutes === undefined) issue('minutes', 'silenceTime')
    return
  }
  if (startsAtStr === undefined) issue('startsAtStr', 'silenceTime')
  if (endsAtStr === undefined) issue('endsAtStr', 'silenceTime')
  if (typeof startsAtStr === 'string' && typeof endsAtStr === 'string' && endsAtStr <= startsAtStr)
    issue('endsAtStr', 'dateOrder')
}

const silenceFields = {
  id: unlimited(Id),
  ...placeFields,
  ...times,
  reason: z.string().trim().min(1).max(longestReason),
  /** Planned work: the silenced time does not count against anyone. */
  excused: flag.transform((said) => said ?? false),
  rowVersion: RowVersion,
}
/** Without an id it adds a silence; with one it replaces the content of that silence. */
export const SilenceSave = closedRequest(silenceFields).superRefine(checked)
export type SilenceSave = z.output<typeof SilenceSave>
/** The form for a new silence: a base is required. */
export const NewSilence = closedRequest({ ...silenceFields, companyId: Id }).superRefine(checked)

export type SilenceRow = AlertPlaceNames & {
  id: number
  /** `YYYY-MM-DD HH:mm:ss` in business time; null = weekly. */
  startsAtStr: string | null
  endsAtStr: string | null
  weekdays: number[] | null
  startTime: string | null
  minutes: number | null
  reason: string
  excused: boolean
  /** The silence is in effect now. */
  active: boolean
  person: string | null
  updateTimeStr: string
  rowVersion: number
}
