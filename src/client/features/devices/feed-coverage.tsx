import { formatNumber, useWord } from '#client/i18n.ts'
import { PlainTable } from '#client/ui/plain-table.tsx'
import type { SiteCoverage } from '#shared/feed.ts'

type AbsentProps = { coverage: readonly SiteCoverage[]; absent?: number }

/**
 * The machines without a report that the feed changes: no lines of the feed, but part of its undo. `absent` = their
 * number with those that were offline before.
 */
export function AbsentTurned({ coverage, absent = 0 }: AbsentProps) {
  const say = useWord()
  const turned = coverage.reduce((sum, { absentOffline }) => sum + absentOffline, 0)
  if (coverage.length === 0 || Math.max(turned, absent) === 0) return null
  return (
    <p className="figures text-muted">
      {absent > turned
        ? say('feedScreen.absentOf', { count: formatNumber(absent), turned: formatNumber(turned) })
        : say('feedScreen.absentAll', { count: formatNumber(turned) })}
    </p>
  )
}

/** The reports of each site, and what happens to the machines that did not report. */
export function FeedCoverage({ coverage }: { coverage: readonly SiteCoverage[] }) {
  const say = useWord()
  const absent = ({ absentOffline, absentKept }: SiteCoverage): string =>
    [
      absentOffline > 0 && say('feedScreen.absentTurned', { count: formatNumber(absentOffline) }),
      absentKept > 0 && say('feedScreen.absentKept', { count: formatNumber(absentKept) }),
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <PlainTable
      label={say('feedScreen.coverage')}
      columns={[
        { title: say('feedScreen.site'), wrap: true },
        { title: say('feedScreen.reported'), figures: true },
        { title: say('feedScreen.expected'), figures: true },
        { title: say('feedScreen.status'), wrap: true },
      ]}
      rows={coverage.map((site) => ({
        key: String(site.siteId),
        cells: [
          // A name of five Chinese characters stays on one line on a phone.
          <span key="site" className="inline-block min-w-[5em]">
            {site.site}
          </span>,
          formatNumber(site.reported),
          formatNumber(site.expected),
          <span key="status">
            {say(`feedScreen.${site.status}`)}
            <span className="block text-xs text-muted">{absent(site)}</span>
          </span>,
        ],
      }))}
      empty={say('feedScreen.noCoverage')}
    />
  )
}
