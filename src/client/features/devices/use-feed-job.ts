import { useCallback, useState } from 'react'
import { base64Of } from '#client/base64.ts'
import { messageOf } from '#client/failures.ts'
import { language } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import type { FeedQuestionKind, FeedResult, JobProgress } from '#shared/feed.ts'

/** The user's choice; `file` null = the configured feed, `sheet` empty = the first sheet of a workbook. */
export type FeedChoice = {
  file: File | null
  strict: boolean
  absentOffline: boolean
  businessDate: string
  sheet: string
  confirm?: FeedQuestionKind[]
}

/** Is it a workbook, whose sheet can be chosen? */
export const hasSheets = (file: File): boolean => /\.xls[xm]$/i.test(file.name)

export type FeedJob =
  | { stage: 'idle'; problem: string | null; cancelled: boolean }
  | { stage: 'running'; dryRun: boolean; progress: JobProgress | null; cancelling: boolean }
  | { stage: 'done'; result: FeedResult }

const idle: FeedJob = { stage: 'idle', problem: null, cancelled: false }

/** Has the job ended, so that no further progress is expected? */
const hasEnded = ({ phase, result }: JobProgress): boolean =>
  (phase === 'done' && result !== null) || phase === 'failed' || phase === 'cancelled'

/** Return the job after a report of its progress. */
function jobAfter(progress: JobProgress, current: FeedJob): FeedJob {
  const { phase, result, error } = progress
  if (phase === 'done' && result) return { stage: 'done', result }
  if (phase === 'failed') return { stage: 'idle', problem: error?.message ?? '', cancelled: false }
  if (phase === 'cancelled') return { stage: 'idle', problem: null, cancelled: true }
  return current.stage === 'running' ? { ...current, progress } : current
}

/** The progress of a job whose subscription failed. */
const failed = (message: string): JobProgress => ({
  ...{ id: '', phase: 'failed', done: 0, total: 0, result: null, holdsDatabase: false },
  error: { code: '', message },
})

/** Start a feed, follow it by subscription and cancel it on request. One at a time. */
export function useFeedJob(): {
  job: FeedJob
  start: (choice: FeedChoice, dryRun: boolean) => Promise<void>
  cancel: () => void
  reset: () => void
} {
  const [job, setJob] = useState<FeedJob>(idle)
  const [id, setId] = useState<string | null>(null)
  // The dialog shows its refusals beside the user's choice.
  const starting = trpc.feeds.start.useMutation({ meta: { silent: true } })
  const cancelling = trpc.feeds.cancel.useMutation()

  const take = useCallback((progress: JobProgress) => {
    setJob((current) => jobAfter(progress, current))
    if (hasEnded(progress)) setId(null)
  }, [])
  trpc.feeds.watch.useSubscription(
    { id: id ?? '' },
    {
      enabled: id !== null,
      onData: take,
      onError: (error) => take(failed(messageOf(error))),
    },
  )

  const { mutateAsync: begin } = starting
  const start = useCallback(
    async ({ file, strict, absentOffline, businessDate, sheet, confirm }: FeedChoice, dryRun: boolean) => {
      setJob({ stage: 'running', dryRun, progress: null, cancelling: false })
      try {
        const sent = file ? { fileName: file.name, content: await base64Of(file) } : {}
        const progress = await begin({
          ...sent,
          dryRun,
          strict,
          absentOffline,
          businessDate: businessDate || undefined,
          sheet: sheet || undefined,
          confirm,
          language,
        })
        setId(progress.id)
        take(progress)
      } catch (error) {
        setJob({ stage: 'idle', problem: messageOf(error), cancelled: false })
      }
    },
    [begin, take],
  )
  const { mutate: end } = cancelling
  const cancel = useCallback(() => {
    if (id === null) return
    setJob((current) => (current.stage === 'running' ? { ...current, cancelling: true } : current))
    end({ id })
  }, [id, end])
  const reset = useCallback(() => setJob(idle), [])
  return { job, start, cancel, reset }
}
