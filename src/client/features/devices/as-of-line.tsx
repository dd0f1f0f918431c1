import { formatNumber, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { classNames } from '#client/ui/class-names.ts'
import type { Coverage } from '#shared/day-lists.ts'
import { NewerFigures } from './newer-figures.tsx'

/** Sites that lack reports and are named on the line; the others are counted, and all of them are in the tooltip. */
const namedSites = 2

type Props = {
  /** How much is told of: the whole fleet, one site, or nothing where the figures are those of an owner. */
  of?: 'fleet' | 'owner' | { siteId: number }
}

const partOf = ({ date, sites }: Coverage, siteId: number): Coverage => {
  const own = sites.filter((site) => site.siteId === siteId)
  return { date, sites: own, expected: own[0]?.expected ?? 0, reported: own[0]?.reported ?? 0 }
}

/** Which day the figures are of, and how much of the fleet was heard of on it; keeps its line while that is not known yet. */
export function AsOfLine({ of = 'fleet' }: Props) {
  const say = useWord()
  const { data } = trpc.charts.lastDate.useQuery()
  const coverage = trpc.charts.coverage.useQuery(undefined, { enabled: of !== 'owner', meta: { silent: true } })
  const told =
    of === 'owner' || !coverage.data ? null : of === 'fleet' ? coverage.data : partOf(coverage.data, of.siteId)
  return (
    <div
      className={classNames(
        'flex text-muted',
        of === 'fleet' && 'min-w-0 max-sm:basis-full max-sm:flex-wrap sm:flex-1 sm:justify-end',
        // As wide as it will be: a late line would send the buttons beside it to another row.
        of === 'owner' ? 'lg:min-w-44 lg:justify-end' : of !== 'fleet' && 'lg:min-w-80 lg:justify-end',
      )}
    >
      {/* As high before it is known as any of it will be: one line, on a phone without the sites. */}
      <p
        className={classNames(
          'figures min-h-5',
          of === 'fleet' &&
            'h-5 truncate max-sm:w-full max-sm:text-xs max-sm:leading-5 sm:min-w-0 sm:flex-1 sm:text-end',
        )}
      >
        {data === undefined ? '' : data ? say('fleet.asOf', { date: data }) : say('fleet.asOfNothing')}
        {data && told && told.expected > 0 && <CoverageFigure coverage={told} />}
      </p>
      <NewerFigures />
    </div>
  )
}

function CoverageFigure({ coverage }: { coverage: Coverage }) {
  const say = useWord()
  const lacking = coverage.sites.filter(({ status, reported, expected }) => status === 'missing' || reported < expected)
  const figures = { reported: formatNumber(coverage.reported), expected: formatNumber(coverage.expected) }
  // Of one site alone the figures say it all, unless there was no file.
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
