import { formatNumber, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { classNames } from '#client/ui/class-names.ts'
import type { Coverage } from '#shared/day-lists.ts'
import { NewerFigures } from './newer-figures.tsx'

/** The most sites without full reports that the line names; the others are counted, and the tooltip has all of them. */
const namedSites = 2

type Props = {
  /** The coverage to show: of the whole fleet, of one site, or none if the figures are those of an owner. */
  of?: 'fleet' | 'owner' | { siteId: number }
}

const partOf = ({ date, sites }: Coverage, siteId: number): Coverage => {
  const own = sites.filter((site) => site.siteId === siteId)
  return { date, sites: own, expected: own[0]?.expected ?? 0, reported: own[0]?.reported ?? 0 }
}

/**
 * The date of the figures, and how many devices of the fleet reported on it; the line keeps its height until they are
 * loaded.
 */
export function AsOfLine({ of = 'fleet' }: Props) {
  const say = useWord()
  const { data } = trpc.charts.lastDate.useQuery()
  const coverage = trpc.charts.coverage.useQuery(undefined, { enabled: of !== 'owner', meta: { silent: true } })
  const shown =
    of === 'owner' || !coverage.data ? null : of === 'fleet' ? coverage.data : partOf(coverage.data, of.siteId)
  return (
    <div
      className={classNames(
        'flex text-muted',
        of === 'fleet' && 'min-w-0 max-sm:basis-full max-sm:flex-wrap sm:flex-1 sm:justify-end',
        // Reserve the final width: a longer line later would wrap the buttons beside it.
        of === 'owner' ? 'lg:min-w-44 lg:justify-end' : of !== 'fleet' && 'lg:min-w-80 lg:justify-end',
      )}
    >
      {/* Reserve the final height before loading: one line, on a phone without the sites. */}
      <p
        className={classNames(
          'figures min-h-5',
          of === 'fleet' &&
            'h-5 truncate max-sm:w-full max-sm:text-xs max-sm:leading-5 sm:min-w-0 sm:flex-1 sm:text-end',
        )}
      >
        {data === undefined ? '' : data ? say('fleet.asOf', { date: data }) : say('fleet.asOfNothing')}
        {data && shown && shown.expected > 0 && <CoverageFigure coverage={shown} />}
      </p>
      <NewerFigures />
    </div>
  )
}

/** The title of a screen, and the date of its figures. */
export const DatedHeading = ({ title }: { title: string }) => (
  <header className="flex flex-wrap items-baseline justify-between gap-x-4">
    <h1 className="text-lg font-semibold">{title}</h1>
    <AsOfLine />
  </header>
)

function CoverageFigure({ coverage }: { coverage: Coverage }) {
  const say = useWord()
  const lacking = coverage.sites.filter(({ status, reported, expected }) => status === 'missing' || reported < expected)
  const figures = { reported: formatNumber(coverage.reported), expected: formatNumber(coverage.expected) }
  // For a single site the figures are enough, unless its file is missing.
  const named = lacking.filter(({ status }) => coverage.sites.length > 1 || status === 'missing').slice(0, namedSites)
  const more = coverage.sites.length > 1 ? lacking.length - named.length : 0
  const lacks = [
    ...named.map(({ site, status, reported, expected }) =>
      status === 'missing'
        ? say('coverage.missing', { site })
        : say('coverage.part', { site, reported: formatNumber(reported), expected: formatNumber(expected) }),
    ),
    ...(more > 0 ? [say('coverage.others', { count: more })] : []),
  ]
  return (
    <span title={lacking.map(({ site, reported, expected }) => `${site} ${reported}/${expected}`).join('\n')}>
      {` · ${say('coverage.of', figures)}`}
      {lacks.length > 0 && <span className="max-sm:hidden">{['', ...lacks].join(say('coverage.and'))}</span>}
    </span>
  )
}
