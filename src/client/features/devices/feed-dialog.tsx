import { useEffect, useState } from 'react'
import { useAskBeforeClosing } from '#client/ask-before-leaving.ts'
import { formatNumber, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { ProgressBar } from '#client/ui/progress-bar.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { toastError, toastSuccess } from '#client/ui/toast.ts'
import { type FeedQuestionKind, type FeedResult, wouldChange } from '#shared/feed.ts'
import type { ConfiguredFeed } from '#shared/feed-batches.ts'
import { storeApplied } from './applied-feed.ts'
import { FeedPreview } from './feed-preview.tsx'
import { FeedSource } from './feed-source.tsx'
import { type FeedChoice, type FeedJob, hasSheets, useFeedJob } from './use-feed-job.ts'

/** How long the success message is shown before the page reloads (documented), in milliseconds. */
const readingTime = 2_000

/** Does the feed still have an unconfirmed question? */
const isOpen = ({ questions = [] }: FeedResult, confirmed: readonly FeedQuestionKind[]): boolean =>
  questions.some(({ kind }) => !confirmed.includes(kind))

/**
 * Report an applied feed, store the undo action for the next page, and reload; a result with refused lines stays until
 * it is closed, and without a network the page stays until there is one.
 * @returns whether the feed was applied
 */
function useApplied(job: FeedJob): boolean {
  const say = useWord()
  const applied = job.stage === 'done' && !job.result.dryRun
  const batchId = applied ? job.result.batchId : null
  const stays = applied && job.result.refused > 0
  useEffect(() => {
    if (!applied) return
    toastSuccess(say('feedScreen.success'))
    if (batchId !== null) storeApplied(batchId, say('feedScreen.applied', { batch: batchId }))
    if (stays) return
    const reload = () => location.reload()
    const timer = setTimeout(
      () => (navigator.onLine ? reload() : addEventListener('online', reload, { once: true })),
      readingTime,
    )
    return () => {
      clearTimeout(timer)
      removeEventListener('online', reload)
    }
  }, [applied, batchId, stays, say])
  return applied
}

/**
 * Return the source that can be read without a file; undefined = not known yet. If the query fails, offer it anyway:
 * the server then responds with the reason.
 */
function useConfigured(): ConfiguredFeed['source'] | undefined {
  const { data, error } = trpc.feeds.configured.useQuery(undefined, { staleTime: 60_000, meta: { silent: true } })
  return data ? data.source : error ? 'configured' : undefined
}

/** Return the used part of a choice: without a file there is no sheet. */
function sentOf(source: 'configured' | 'file', choice: FeedChoice): FeedChoice {
  const file = source === 'file' ? choice.file : null
  return { ...choice, file, sheet: file && hasSheets(file) ? choice.sheet : '' }
}

/** Has the user chosen a file or an option? */
const isMade = ({ file, strict, absentOffline, businessDate }: FeedChoice): boolean =>
  file !== null || strict || absentOffline || businessDate !== ''

/** The chosen source and options; `needsFile` is reset by each change. */
function useChoice(configured: ConfiguredFeed['source'] | undefined) {
  const [chosen, setSource] = useState<'configured' | 'file' | null>(null)
  const source = chosen ?? (configured ? 'configured' : 'file')
  const [choice, keepChoice] = useState<FeedChoice>({
    file: null,
    strict: false,
    absentOffline: false,
    businessDate: '',
    sheet: '',
  })
  const [needsFile, setNeedsFile] = useState(false)
  const setChoice = (next: FeedChoice) => {
    keepChoice(next)
    setNeedsFile(false)
  }
  return { source, setSource, choice, setChoice, needsFile, setNeedsFile }
}

/** Apply a device feed: choose, dry run, preview, apply. Nothing changes before "apply". */
export function FeedDialog({ onClose }: { onClose: () => void }) {
  const say = useWord()
  const { job, start, cancel, reset } = useFeedJob()
  const configured = useConfigured()
  const { source, setSource, choice, setChoice, needsFile, setNeedsFile } = useChoice(configured)
  const [confirmed, setConfirmed] = useState<FeedQuestionKind[]>([])
  const applied = useApplied(job)
  const sent = sentOf(source, choice)
  const preview = () => {
    setNeedsFile(source === 'file' && !choice.file)
    setConfirmed([])
    if (source !== 'file' || choice.file) void start(sent, true)
  }
  // A preview is lost, too: of a large feed it takes minutes.
  const leave = useAskBeforeClosing(!applied && (isMade(choice) || job.stage !== 'idle'), onClose)
  const close = () => {
    if (job.stage === 'running') toastError(say('feedScreen.stayOpen'))
    else if (applied && navigator.onLine) location.reload()
    else if (applied) onClose()
    else leave()
  }
  return (
    <Dialog
      open
      onClose={close}
      size={job.stage === 'done' ? 'lg' : 'md'}
      title={say('feedScreen.title')}
      footer={
        <Buttons
          job={job}
          applied={applied}
          refused={
            job.stage === 'done' &&
            ((choice.strict && job.result.refused > 0) || !wouldChange(job.result) || isOpen(job.result, confirmed))
          }
          onCancel={cancel}
          onClose={applied ? close : onClose}
          onBack={reset}
          onPreview={preview}
          onApply={() => void start({ ...sent, confirm: confirmed }, false)}
        />
      }
    >
      {job.stage === 'idle' && configured === undefined && <Skeleton className="h-64 w-full" />}
      {job.stage === 'idle' && configured !== undefined && (
        <FeedSource
          configured={configured}
          source={source}
          onSource={setSource}
          choice={choice}
          onChoice={setChoice}
          needsFile={needsFile}
          problem={job.cancelled ? say('feedScreen.cancelled') : job.problem}
        />
      )}
      {job.stage === 'running' && <Running job={job} />}
      {job.stage === 'done' && (
        <FeedPreview result={job.result} strict={choice.strict} confirmed={confirmed} onConfirm={setConfirmed} />
      )}
    </Dialog>
  )
}

const phaseWords = {
  reading: 'feedScreen.reading',
  checking: 'feedScreen.checking',
  applying: 'feedScreen.applying',
} as const

function Running({ job }: { job: Extract<FeedJob, { stage: 'running' }> }) {
  const say = useWord()
  const phase = job.progress?.phase
  const label =
    phase === 'reading' || phase === 'checking' || phase === 'applying' ? phaseWords[phase] : 'feedScreen.sending'
  return (
    <div className="grid min-h-40 grid-cols-1 content-center gap-2" aria-live="polite">
      <ProgressBar label={say(label)} done={job.progress?.done ?? 0} total={job.progress?.total ?? 0} />
      <p className="figures min-h-4 text-xs text-muted">
        {phase === 'reading' && job.progress
          ? say('feedScreen.readLines', { count: formatNumber(job.progress.done) })
          : job.dryRun
            ? say('feedScreen.previewHint')
            : ''}
      </p>
      {job.progress?.holdsDatabase && <p className="text-xs text-muted">{say('feedScreen.holdsDatabase')}</p>}
    </div>
  )
}

type ButtonsProps = {
  job: FeedJob
  applied: boolean
  /**
   * The feed cannot be applied: it is strict and has an invalid line, it would change nothing, or it is not confirmed.
   * The preview says which.
   */
  refused: boolean
  onCancel: () => void
  onClose: () => void
  onBack: () => void
  onPreview: () => void
  onApply: () => void
}

function Buttons({ job, applied, refused, onCancel, onClose, onBack, onPreview, onApply }: ButtonsProps) {
  const say = useWord()
  if (job.stage === 'running')
    return (
      <Button onClick={onCancel} busy={job.cancelling} disabled={!job.progress}>
        {say('ui.cancel')}
      </Button>
    )
  if (applied)
    return (
      <Button variant="primary" onClick={onClose}>
        {say('feedScreen.refresh')}
      </Button>
    )
  if (job.stage === 'idle')
    return (
      <>
        <Button onClick={onClose}>{say('ui.cancel')}</Button>
        <Button variant="primary" data-autofocus onClick={onPreview}>
          {say('feedScreen.preview')}
        </Button>
      </>
    )
  return (
    <>
      <Button onClick={onBack}>{say('ui.back')}</Button>
      <Button variant="primary" disabled={refused} onClick={onApply}>
        {say('feedScreen.apply')}
      </Button>
    </>
  )
}
