import type { ReactNode } from 'react'
import { formatNumber, useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { formatInstant } from '#client/ui/instant.ts'
import type { AlertAnswer, AlertDetail, AlertNotice } from '#shared/alert-course.ts'

/** The history of an event in order of time: the messages with their recipients, and the actions of users. */
export function AlertCourse({ timeline, answers }: Pick<AlertDetail, 'timeline' | 'answers'>) {
  const say = useWord()
  const entries: { at: string; content: ReactNode }[] = [
    ...timeline.map((notice) => ({ at: notice.at, content: <Notice {...notice} /> })),
    ...answers.map((answer) => ({ at: answer.at, content: <Answer {...answer} /> })),
  ].sort((left, right) => left.at.localeCompare(right.at))
  return (
    <section className="grid gap-1">
      <h3 className="font-semibold">{say('alerts.timeline')}</h3>
      {timeline.length === 0 && <p className="text-muted">{say('alerts.neverNotified')}</p>}
      <ol>
        {entries.map(({ at, content }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only appended, and two may have the same time.
          <li key={place} className="flex justify-between gap-4 border-b border-line py-1 last:border-b-0">
            <div className="min-w-0 break-words">{content}</div>
            <Instant at={at} className="text-muted" />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Instant({ at, className = '' }: { at: string; className?: string }) {
  const { timeZone } = useSession()
  return <span className={`figures whitespace-nowrap ${className}`}>{formatInstant(at, timeZone)}</span>
}

const stateColors: Record<AlertNotice['channels'][number]['state'], string> = {
  delivered: '',
  due: 'text-muted',
  failed: 'text-danger',
  merged: 'text-muted',
  dropped: 'text-danger',
}

function Notice({ moment, count, channels, endedAcknowledgement }: AlertNotice) {
  const say = useWord()
  return (
    <>
      {say(`alerts.moment.${moment}`)}
      {count !== null && count > 0 && <span className="figures ml-2 text-muted">{formatNumber(count)}</span>}
      {endedAcknowledgement && <span className="block text-caution">{say('alerts.ackEnded')}</span>}
      {channels.map(({ channel, state, deliveredAt }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one channel may have got two messages, at once and by a step.
        <span key={place} className="block text-muted">
          {channel} <span className={stateColors[state]}>{say(`alerts.sent.${state}`)}</span>{' '}
          {deliveredAt !== null && <Instant at={deliveredAt} />}
        </span>
      ))}
    </>
  )
}

function Answer({ act, by, reason, until }: AlertAnswer) {
  const say = useWord()
  const { timeZone } = useSession()
  return (
    <>
      {say(`alerts.act.${act}`, { until: until === null ? '' : formatInstant(until, timeZone) })}
      {(by ?? reason) !== null && (
        <span className="block text-muted">{[by, reason].filter(Boolean).join(say('alerts.actParts'))}</span>
      )}
    </>
  )
}
