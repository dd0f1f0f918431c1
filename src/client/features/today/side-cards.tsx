import { rowsHref } from '#client/features/devices/device-view.ts'
import { projectTitle } from '#client/features/projects/project-title.ts'
import { tankersText } from '#client/features/reservations/tankers-text.ts'
import { formatNumber, formatPercent, useWord } from '#client/i18n.ts'
import { usePlaceNames } from '#client/place-names.ts'
import { useSession } from '#client/session-context.tsx'
import { AppLink } from '#client/ui/app-link.tsx'
import { buttonStyle } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { formatInstant } from '#client/ui/instant.ts'
import type { BatchRow } from '#shared/feed-batches.ts'
import type { Today, TodayFleet } from '#shared/today.ts'

const link = 'text-accent underline-offset-2 hover:underline'

/**
 * The sites with the lowest online rate, each with a link to its offline machines; sites without offline machines are
 * left out.
 */
export function WorstSites({ sites }: { sites: TodayFleet['worst'] }) {
  const say = useWord()
  const lacking = sites.filter(({ online, inService }) => online < inService)
  const rest = sites.length === 0 ? 'today.worstNone' : lacking.length === 0 ? 'today.worstAllUp' : 'today.worstRestUp'
  return (
    <Card title={say('today.worst')}>
      <ol className="grid grid-cols-1 gap-2.5 empty:hidden">
        {lacking.map((site) => {
          const { id, name, onlineRate, online, inService, never } = site
          return (
            <li key={name}>
              <p className="flex items-baseline justify-between gap-3">
                {id === null ? (
                  <span className="truncate">{name}</span>
                ) : (
                  <AppLink href={rowsHref({ siteId: id, state: 'offline' })} className={`min-w-0 truncate ${link}`}>
                    {name}
                  </AppLink>
                )}
                <span className="figures whitespace-nowrap">
                  <span className="mr-2 text-xs text-muted">
                    {say('today.worstOf', {
                      online: formatNumber(online),
                      inService: formatNumber(inService),
                    })}
                  </span>
                  <span className="font-semibold">{formatPercent(onlineRate)}</span>
                </span>
              </p>
              {never > 0 && (
                <p className="figures mt-0.5 text-xs text-muted">
                  {say('today.worstNever', { count: formatNumber(never) })}
                </p>
              )}
            </li>
          )
        })}
      </ol>
      {lacking.length < Math.max(1, sites.length) && (
        <p className={classNames('text-muted', lacking.length > 0 && 'mt-2.5')}>{say(rest)}</p>
      )}
    </Card>
  )
}

/** The effects of the newest feed. */
export function LatestFeed({ feed }: { feed: BatchRow | null }) {
  const say = useWord()
  const { timeZone } = useSession()
  return (
    <Card title={say('today.feed')}>
      {feed === null ? (
        <p className="text-muted">{say('today.feedNone')}</p>
      ) : (
        <div className="grid gap-1">
          <p className="figures flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="font-medium">{formatInstant(feed.appliedAt, timeZone)}</span>
            <AppLink href={`/feed_batches/index?batch=${feed.id}`} className={link}>
              {say('today.feedOpen', { id: feed.id })}
            </AppLink>
          </p>
          <p className="figures text-muted">
            {feed.undoneAt !== null && `${say('today.feedUndone')} · `}
            {say('today.feedLine', {
              read: formatNumber(feed.read),
              updated: formatNumber(feed.updated),
              created: formatNumber(feed.created),
              conflict: formatNumber(feed.conflict),
              refused: formatNumber(feed.refused),
            })}
          </p>
        </div>
      )}
    </Card>
  )
}

/** The person's own projects, the most recently changed first. */
export function OwnProjects({ projects, count }: { projects: Today['projects']; count: number }) {
  const say = useWord()
  return (
    <Card
      title={say('today.projects')}
      actions={
        count > projects.length && (
          <AppLink href="/materialType" className={link}>
            {say('today.projectsAll', { count: formatNumber(count) })}
          </AppLink>
        )
      }
    >
      {projects.length === 0 ? (
        <p className="flex flex-wrap items-center justify-between gap-2 text-muted">
          {say('today.projectsNone')}
          <AppLink href="/agent" className={buttonStyle('default', 'sm')}>
            {say('today.projectNew')}
          </AppLink>
        </p>
      ) : (
        <ul className="grid grid-cols-1 gap-1.5">
          {projects.map(({ id, name, city, exportStatus, version }) => (
            <li key={id} className="flex items-baseline justify-between gap-3">
              <AppLink href={`/agent?id=${id}`} className={`min-w-0 truncate ${link}`}>
                {projectTitle(name)}
              </AppLink>
              <ProjectFacts city={city} version={exportStatus === 1 ? version : null} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** The city of a project, and its exported version; null = a draft. */
function ProjectFacts({ city, version }: { city: string | null; version: string | null }) {
  const say = useWord()
  const { cityName } = usePlaceNames()
  return (
    <span className="text-xs whitespace-nowrap text-muted">
      {[city && cityName(city), version === null ? say('projects.draft') : say('projects.exportedVersion', { version })]
        .filter(Boolean)
        .join(' · ')}
    </span>
  )
}

/** The number of tankers expected today, and how many have arrived. */
export function TankersToday({ tankers }: { tankers: NonNullable<Today['tankers']> }) {
  const say = useWord()
  return (
    <Card title={say('today.tankers')}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="figures">{tankersText(tankers, 'today', say)}</span>
        <AppLink href="/reception/index" className={link}>
          {say('today.reception')}
        </AppLink>
      </p>
    </Card>
  )
}
