import { Printer } from 'lucide-react'
import { formatNumber, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { ScrollBox } from '#client/ui/scroll-box.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { EmptyState, QueryError } from '#client/ui/status.tsx'
import type { ClassReport, ScoreLine } from '#shared/classes.ts'
import type { CommentRow } from '#shared/comments.ts'

/** The comments about a session, with the scores by person, scale and tag; formatted for printing. */
export function ClassReportPanel({ id }: { id: number }) {
  const say = useWord()
  const report = trpc.classes.report.useQuery({ id })
  if (report.error) return <QueryError query={report} />
  if (!report.data) return <Skeleton className="h-40 w-full" />
  const { session, total, people, models, tags, comments, precise } = report.data
  if (comments.length + precise.length === 0) return <EmptyState title={say('class.reportEmpty')} />
  return (
    <article aria-label={say('class.report')} className="print-page grid gap-5">
      <ReportHead session={session} />
      <div className="flex flex-wrap items-end gap-x-8 gap-y-2">
        <dl className="flex flex-wrap gap-x-8 gap-y-2">
          <Figure name={say('class.reportAverage')} value={total.average} />
          <Figure name={say('class.reportLowest')} value={total.lowest} />
          <Figure name={say('class.reportHighest')} value={total.highest} />
        </dl>
        <p className="text-muted">{say('class.reportTotal', { comments: total.comments, scored: total.scored })}</p>
      </div>
      {precise.length > 0 && (
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-3">
          <Scores title={say('class.reportPeople')} lines={people} />
          <Scores title={say('class.reportModels')} lines={models} />
          <Scores title={say('class.reportTags')} lines={tags} />
        </div>
      )}
      <Comments title={say('class.tab.precise')} comments={precise} />
      <Comments title={say('class.tab.comments')} comments={comments} />
    </article>
  )
}

/** The session that is reported, and the button that prints the report. */
function ReportHead({ session }: { session: ClassReport['session'] }) {
  const say = useWord()
  return (
    <header className="flex flex-wrap items-start justify-between gap-2">
      <div>
        <h3 className="text-base font-semibold">
          {say('class.report')} · {session.name}
        </h3>
        <p className="figures text-muted">
          {[
            session.company,
            session.userName,
            say('class.timeRange', {
              from: session.dateRange[0].slice(0, 16),
              to: session.dateRange[1].slice(0, 16),
            }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <Button className="print:hidden" icon={<Printer aria-hidden className="size-4" />} onClick={() => window.print()}>
        {say('class.reportPrint')}
      </Button>
    </header>
  )
}

const Figure = ({ name, value }: { name: string; value: number | null }) => (
  <div>
    <dt className="text-muted">{name}</dt>
    <dd className="figures text-xl font-semibold">{formatNumber(value)}</dd>
  </div>
)

function Scores({ title, lines }: { title: string; lines: readonly ScoreLine[] }) {
  const say = useWord()
  const cell = 'border-b border-line px-2 py-1'
  return (
    <ScrollBox label={title} className="min-w-0">
      <table className="figures w-full border-separate border-spacing-0">
        <caption className="pb-1 text-start font-medium">{title}</caption>
        <thead className="text-muted">
          <tr>
            <th scope="col" className={`${cell} text-start font-medium`}>
              {say('class.name')}
            </th>
            <th scope="col" className={`${cell} text-end font-medium whitespace-nowrap`}>
              {say('class.reportCount')}
            </th>
            <th scope="col" className={`${cell} text-end font-medium whitespace-nowrap`}>
              {say('class.reportAverage')}
            </th>
            <th scope="col" className={`${cell} text-end font-medium whitespace-nowrap`}>
              {say('class.reportRange')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.name ?? ''}>
              <th scope="row" className={`${cell} text-start font-normal`}>
                {line.name ?? say('class.reportNone')}
              </th>
              <td className={`${cell} text-end`}>{line.comments}</td>
              <td className={`${cell} text-end`}>{formatNumber(line.average)}</td>
              <td className={`${cell} text-end whitespace-nowrap`}>
                {line.lowest === null ? '-' : `${formatNumber(line.lowest)}–${formatNumber(line.highest)}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

function Comments({ title, comments }: { title: string; comments: readonly CommentRow[] }) {
  if (comments.length === 0) return null
  return (
    <section className="grid gap-2">
      <h4 className="font-medium">{title}</h4>
      <ol className="grid gap-2">
        {comments.map((comment) => (
          <li key={comment.id} className="border-l-2 border-line pl-3">
            <p className="figures text-muted">
              {[
                comment.point,
                comment.userName,
                comment.model,
                comment.tagType,
                comment.score === null ? null : formatNumber(comment.score),
              ]
                .filter((part) => part !== null)
                .join(' · ')}
            </p>
            <p className="break-words whitespace-pre-line">{comment.content}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
