import type { ReactNode } from 'react'
import { useBare } from '#client/bare.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { BesideTabs } from '#client/ui/beside-tabs.tsx'
import { classNames } from '#client/ui/class-names.ts'
import type { Coverage } from '#shared/day-lists.ts'
import { CoverageChip } from './coverage-chip.tsx'
import { NewerFigures } from './newer-figures.tsx'

type Props = {
  /** The coverage to show: of the whole fleet, of one site, or none if the figures are those of an owner. */
  of?: 'fleet' | 'owner' | { siteId: number }
  /** The screen covers the navbar. */
  full?: boolean
}

const partOf = ({ date, sites }: Coverage, siteId: number): Coverage => {
  const own = sites.filter((site) => site.siteId === siteId)
  return { date, sites: own, expected: own[0]?.expected ?? 0, reported: own[0]?.reported ?? 0 }
}

/** Is the coverage of a site lacking? Its reports are fewer than its machines, or its file is missing. */
const isLacking = ({ status, reported, expected }: Coverage['sites'][number]): boolean =>
  status === 'missing' || reported < expected

/**
 * The date of the figures, where no navbar shows it (a phone, paper, a frame of another page), and how many devices of
 * the fleet reported on it; the line keeps its height until they are loaded.
 */
export function AsOfLine({ of = 'fleet', full = false }: Props) {
  const say = useWord()
  const bare = useBare()
  const { data } = trpc.charts.lastDate.useQuery()
  const coverage = trpc.charts.coverage.useQuery(undefined, { enabled: of !== 'owner', meta: { silent: true } })
  const beside = bare || full ? '' : 'md:not-print:hidden'
  const site = typeof of === 'object' && data && coverage.data ? partOf(coverage.data, of.siteId) : undefined
  const date = (
    <p
      className={classNames(
        'figures min-h-5 whitespace-nowrap max-sm:text-xs max-sm:leading-5',
        data !== null && beside,
      )}
    >
      {data === undefined ? (
        ''
      ) : data ? (
        <span className={beside}>{say('fleet.asOf', { date: data })}</span>
      ) : (
        say('fleet.asOfNothing')
      )}
    </p>
  )
  if (of !== 'fleet')
    return (
      // Reserve the final size: a longer line later would wrap the facts beside it.
      <div
        className={classNames(
          'flex items-center gap-x-3 text-muted lg:justify-end',
          of !== 'owner' && 'min-h-7 lg:min-w-48',
        )}
      >
        <NewerFigures />
        {site && <FleetCoverage coverage={site} />}
        {date}
      </div>
    )
  return (
    // The date is at the right edge, where the parts that are loaded later do not move it.
    <div className="flex min-h-7 flex-wrap items-center gap-x-3 text-muted max-sm:basis-full max-[22.5rem]:min-h-14 max-[22.5rem]:content-start sm:min-w-max sm:flex-1 sm:flex-row-reverse">
      {date}
      {data && coverage.data && <FleetCoverage coverage={coverage.data} />}
      <NewerFigures />
    </div>
  )
}

/** The date of the figures of a screen, beside its tabs. */
export const AsOfBesideTabs = () => (
  <BesideTabs>
    <AsOfLine />
  </BesideTabs>
)

/** The title of a screen, the date of its figures, and the primary action. */
export const DatedHeading = ({ title, action }: { title: string; action?: ReactNode }) => (
  <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
    <h1 className="page-title text-lg font-semibold">{title}</h1>
    <AsOfBesideTabs />
    {action && <span className="ml-auto">{action}</span>}
  </header>
)

function FleetCoverage({ coverage }: { coverage: Coverage }) {
  const sites = coverage.sites.filter(isLacking)
  return <CoverageChip coverage={{ ...coverage, sites, lacking: sites.length }} />
}
