import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react'
import { CircleCheck, CircleDot, TriangleAlert } from 'lucide-react'
import { formatNumber, useWord } from '#client/i18n.ts'
import { classNames } from '#client/ui/class-names.ts'
import type { WallCoverage } from '#shared/cockpits.ts'

const named = 12

/** The share of machines that reported on the business date; the opened chip lists the sites with missing reports. */
export function CoverageChip({ coverage }: { coverage: WallCoverage }) {
  const say = useWord()
  const { date, expected, reported, sites, lacking } = coverage
  const missing = sites.some(({ status }) => status === 'missing')
  const [Mark, colour] = missing
    ? [TriangleAlert, 'text-caution']
    : lacking > 0
      ? [CircleDot, 'text-muted']
      : [CircleCheck, 'text-success']
  if (expected === 0) return null
  return (
    <Popover className="relative">
      <PopoverButton className="figures inline-flex min-h-7 items-center gap-1.5 rounded-full border border-line bg-surface px-2.5 text-xs hover:border-control">
        <Mark aria-hidden className={classNames('size-3.5', colour)} />
        {say('coverage.chip', { reported: formatNumber(reported), expected: formatNumber(expected) })}
      </PopoverButton>
      <PopoverPanel className="popover absolute top-full right-0 z-20 mt-1 grid w-80 max-w-[calc(100vw-2rem)] gap-2 p-3! max-sm:fixed max-sm:inset-x-4 max-sm:top-auto max-sm:bottom-4 max-sm:w-auto">
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
                  {site.status === 'missing' && (
                    <TriangleAlert aria-hidden className="size-3.5 shrink-0 text-caution" />
                  )}
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
      </PopoverPanel>
    </Popover>
  )
}
