import { TriangleAlert } from 'lucide-react'
import { formatNumber, useWord } from '#client/i18n.ts'
import type { WallCoverage } from '#shared/cockpits.ts'

const named = 12

/** The sites with missing reports, and how many machines of each reported. */
export function CoverageSites({ coverage: { date, reported, sites, lacking } }: { coverage: WallCoverage }) {
  const say = useWord()
  return (
    <>
      <h2 className="font-semibold">{say('coverage.day', { date })}</h2>
      <p className="text-muted">
        {reported === 0
          ? say('coverage.none', { date })
          : lacking === 0
            ? say('coverage.all')
            : say('coverage.sites', { count: lacking })}
      </p>
      {sites.length > 0 && (
        <ul className="grid max-h-64 gap-1 overflow-y-auto">
          {sites.slice(0, named).map((site) => (
            <li key={site.siteId} className="flex items-center justify-between gap-3">
              <span className="flex min-w-0 items-center gap-1.5">
                {site.status === 'missing' && <TriangleAlert aria-hidden className="size-3.5 shrink-0 text-caution" />}
                <span className="truncate">{site.site}</span>
              </span>
              <span className="figures whitespace-nowrap text-muted">{`${formatNumber(site.reported)} / ${formatNumber(site.expected)}`}</span>
            </li>
          ))}
        </ul>
      )}
      {lacking > named && (
        <p className="text-muted">{say('coverage.more', { count: formatNumber(lacking - named) })}</p>
      )}
    </>
  )
}
