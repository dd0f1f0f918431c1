import { formatNumber, useWord } from '#client/i18n.ts'
import type { SiteCoverage } from '#shared/feed.ts'
import { PlainTable } from './plain-table.tsx'

/** How much of each site reported, and what becomes of the machines that did not. */
export function FeedCoverage({ coverage }: { coverage: readonly SiteCoverage[] }) {
  const say = useWord()
  const absent = ({ absentOffline, absentKept }: SiteCoverage): string =>
    [
      absentOffline > 0 && say('feedScreen.absentTurned', { count: formatNumber(absentOffline) }),
      absentKept > 0 && say('feedScreen.absentKept', { count: formatNumber(absentKept) }),
    ]
      .filter(Boolean)
      .join(' · ') || '-'
  return (
    <PlainTable
      label={say('feedScreen.coverage')}
      columns={[
        { title: say('feedScreen.site') },
        { title: say('feedScreen.reported'), figures: true },
        { title: say('feedScreen.expected'), figures: true },
        { title: say('feedScreen.status') },
        { title: say('feedScreen.absent') },
      ]}
      rows={coverage.map((site) => ({
        key: String(site.siteId),
        cells: [site.site, formatNumber(site.reported), formatNumber(site.expected), say(`feedScreen.${site.status}`), absent(site)],
      }))}
      empty={say('feedScreen.noCoverage')}
    />
  )
}
