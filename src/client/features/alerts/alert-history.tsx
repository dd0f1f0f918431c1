import { formatNumber, useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { formatInstant } from '#client/ui/instant.ts'
import { OpenButton } from '#client/ui/open-button.tsx'
import type { AlertDetail } from '#shared/alert-course.ts'
import { AlertCourse } from './alert-course.tsx'

const shownOwners = 20

/** The owners of the machines of an event, the messages about it, and other events at the same place. */
export function AlertHistory({ alert, onOpen }: { alert: AlertDetail; onOpen: (id: number) => void }) {
  const say = useWord()
  const { timeZone } = useSession()
  const { owners, machines, timeline, answers, earlier, resolvedAt } = alert
  const at = (instant: string) => formatInstant(instant, timeZone)
  return (
    <>
      {machines > 0 && (
        <section className="grid gap-1">
          <h3 className="font-semibold">
            {say('alerts.owners')}{' '}
            <span className="figures font-normal text-muted">
              {say('alerts.joined', { count: formatNumber(machines) })}
            </span>
          </h3>
          <ul>
            {owners.slice(0, shownOwners).map(({ clientId, accountId, client, account, count, down }) => (
              <li
                key={`${clientId} ${accountId}`}
                className="flex justify-between gap-4 border-b border-line py-1 last:border-b-0"
              >
                <span className="min-w-0 break-words">{[client, account].filter(Boolean).join(' · ') || '-'}</span>
                <span className="figures text-end">
                  {formatNumber(count)}
                  {resolvedAt === null && down > 0 && (
                    <span className="ml-2 text-muted">{say('alerts.down', { count: formatNumber(down) })}</span>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <AlertCourse timeline={timeline} answers={answers} />
      {earlier.length > 0 && (
        <section className="grid gap-1">
          <h3 className="font-semibold">{say('alerts.earlier')}</h3>
          <ul>
            {earlier.map((one) => (
              <li
                key={one.id}
                className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-1 last:border-b-0"
              >
                <OpenButton label={say('alerts.openIt', { id: one.id })} onOpen={() => onOpen(one.id)}>
                  {say(`alerts.kind.${one.kind}`)}
                </OpenButton>
                <span className="figures whitespace-nowrap text-muted">
                  {[at(one.openedAt), one.resolvedAt && at(one.resolvedAt)].filter(Boolean).join(' – ')}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
