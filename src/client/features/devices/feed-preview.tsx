import { CircleCheck, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatNumber, language, useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { formatInstant } from '#client/ui/instant.ts'
import { Tabs } from '#client/ui/tabs.tsx'
import { type FeedQuestionKind, type FeedResult, feedCounts, wouldChange } from '#shared/feed.ts'
import { coverageNote } from '#shared/feed-summary.ts'
import { AbsentTurned, FeedCoverage } from './feed-coverage.tsx'
import { FeedErrors } from './feed-errors.tsx'
import { FeedQuestions } from './feed-questions.tsx'
import { FeedTransfers } from './feed-transfers.tsx'
import { FeedTransitions } from './feed-transitions.tsx'

const listed = (names: readonly string[]): string => names.join(language === 'zh' ? '、' : ', ')

const Warning = ({ children }: { children: ReactNode }) => (
  <p role="alert" className="flex items-start gap-2 rounded-md border border-line bg-caution-soft px-3 py-2">
    <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-caution" />
    <span>{children}</span>
  </p>
)

/** How the feed was read, and what it does not change: nothing that needs a decision. */
function Remarks({ result }: { result: FeedResult }) {
  const say = useWord()
  const coverage = coverageNote(result)
  return (
    <>
      <div className="grid grid-cols-1 gap-0.5 text-muted">
        <p className="figures">{say('feedScreen.summary', { date: result.businessDate })}</p>
        {result.headerLine !== undefined && <p>{say('feed.headerLine', { line: result.headerLine })}</p>}
        {result.localTimes !== undefined && (
          <p>{say('feed.localTimes', { count: formatNumber(result.localTimes), zone: result.timeZone ?? '' })}</p>
        )}
        {coverage?.caution === false && <p>{say(coverage.word, { sites: listed(coverage.sites) })}</p>}
      </div>
      <IssuedWarnings result={result} />
    </>
  )
}

/** Issued statements whose figures change by this feed. */
function IssuedWarnings({ result: { issued = [], businessDate } }: { result: FeedResult }) {
  const say = useWord()
  const { timeZone } = useSession()
  return issued.map(({ clientId, client, month, issuedAt, machines }) => (
    <Warning key={`${clientId} ${client}`}>
      {say('feed.issuedChanged', {
        client,
        month,
        issued: formatInstant(issuedAt, timeZone),
        count: formatNumber(machines),
        date: businessDate,
      })}
    </Warning>
  ))
}

type Props = {
  result: FeedResult
  strict: boolean
  confirmed: readonly FeedQuestionKind[]
  onConfirm: (confirmed: FeedQuestionKind[]) => void
}

/**
 * The changes that a feed would make or has made: figures, questions, warnings, changes of state and owner, coverage,
 * invalid lines.
 */
export function FeedPreview({ result, strict, confirmed, onConfirm }: Props) {
  const say = useWord()
  return (
    <div className="grid grid-cols-1 gap-4">
      {!result.dryRun && (
        <p role="status" className="flex items-center gap-2 font-medium">
          <CircleCheck aria-hidden className="size-5 text-success" />
          {say('feedScreen.success')}
        </p>
      )}
      <Remarks result={result} />
      <dl className="grid grid-cols-2 gap-2 sm:grid-cols-3 md:grid-cols-6">
        {feedCounts.map((name) => (
          <div key={name} className="rounded-md border border-line px-3 py-2">
            <dt className="text-muted">{say(`feedScreen.${name}`)}</dt>
            <dd className="figures text-xl leading-7 font-semibold">{formatNumber(result[name])}</dd>
          </div>
        ))}
      </dl>
      <AbsentTurned coverage={result.coverage} />
      <ContentWarnings result={result} />
      {result.dryRun && (
        <FeedQuestions questions={result.questions ?? []} confirmed={confirmed} onConfirm={onConfirm} />
      )}
      <EffectWarnings result={result} strict={strict} />
      <PreviewTabs result={result} />
    </div>
  )
}

/** What is unusual about the content of the feed: serials of another form, no measurements. */
function ContentWarnings({ result }: { result: FeedResult }) {
  const say = useWord()
  return (
    <>
      {result.oddSerials && (
        <Warning>
          {say('feed.oddSerials', {
            count: formatNumber(result.oddSerials.count),
            patterns: listed(result.oddSerials.patterns),
            examples: listed(result.oddSerials.examples),
          })}
        </Warning>
      )}
      {result.telemetry === false && <Warning>{say('feed.noTelemetry')}</Warning>}
    </>
  )
}

/** What the feed does not do: no changes, refused lines, sites it leaves out, ignored columns. */
function EffectWarnings({ result, strict }: Pick<Props, 'result' | 'strict'>) {
  const say = useWord()
  const coverage = coverageNote(result)
  return (
    <>
      {result.dryRun && !wouldChange(result) && <Warning>{say('feedScreen.nothing')}</Warning>}
      {strict && result.dryRun && result.refused > 0 && (
        <Warning>{say('feedScreen.strictRefused', { count: formatNumber(result.refused) })}</Warning>
      )}
      {coverage?.caution === true && <Warning>{say(coverage.word, { sites: listed(coverage.sites) })}</Warning>}
      {result.ignoredColumns.length > 0 && (
        <Warning>{say('feedScreen.ignoredColumns', { columns: listed(result.ignoredColumns) })}</Warning>
      )}
    </>
  )
}

/** The changes in detail: states, owners, sites, and lines with a problem. */
function PreviewTabs({ result }: { result: FeedResult }) {
  const say = useWord()
  const transfers = result.transfers ?? []
  const moved = result.transitions.reduce((sum, { count }) => sum + count, 0)
  // Open the tab that needs a decision: the problems, if there is nothing else to see.
  const [tab, setTab] = useState(moved === 0 && result.errorCount > 0 ? 'errors' : 'transitions')
  return (
    <Tabs
      // The same height on each tab, so that the tabs do not move.
      panelClassName="h-80 overflow-auto"
      selected={tab}
      onSelect={setTab}
      items={[
        {
          key: 'transitions',
          label: `${say('feedScreen.transitions')} ${formatNumber(moved)}`,
          content: <FeedTransitions transitions={result.transitions} />,
        },
        ...(transfers.length === 0
          ? []
          : [
              {
                key: 'transfers',
                label: `${say('batch.transfers')} ${formatNumber(transfers.reduce((sum, { count }) => sum + count, 0))}`,
                content: <FeedTransfers transfers={transfers} />,
              },
            ]),
        {
          key: 'coverage',
          label: `${say('feedScreen.coverage')} ${formatNumber(result.coverage.length)}`,
          content: <FeedCoverage coverage={result.coverage} />,
        },
        {
          key: 'errors',
          label: `${say('feedScreen.errors')} ${formatNumber(result.errorCount)}`,
          content: <FeedErrors result={result} />,
        },
      ]}
    />
  )
}
