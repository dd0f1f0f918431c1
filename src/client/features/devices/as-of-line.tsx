import { formatNumber, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import type { Coverage } from '#shared/day-lists.ts'

/** Sites without a file that are named on the line; the others are counted, and all of them stand in the tooltip. */
const namedSites = 2

/** Which day the figures are of, and how much of the fleet was heard of on it; keeps its line while that is not known yet. */
export function AsOfLine() {
  const say = useWord()
  const { data } = trpc.charts.lastDate.useQuery()
  const coverage = trpc.charts.coverage.useQuery(undefined, { meta: { silent: true } })
  return (
    <p className="figures min-h-5 text-muted">
      {data === undefined ? '' : data ? say('fleet.asOf', { date: data }) : say('fleet.asOfNothing')}
      {data && coverage.data && coverage.data.expected > 0 && <CoverageFigure coverage={coverage.data} />}
    </p>
  )
}

function CoverageFigure({ coverage }: { coverage: Coverage }) {
  const say = useWord()
  const lacking = coverage.sites.filter(({ status, reported, expected }) => status === 'missing' || reported < expected)
  const figures = { reported: formatNumber(coverage.reported), expected: formatNumber(coverage.expected) }
  const missing = lacking.filter(({ status }) => status === 'missing').slice(0, namedSites)
  const more = lacking.length - missing.length
  return (
    <span title={lacking.map(({ site, reported, expected }) => `${site} ${reported}/${expected}`).join('\n')}>
      {' · '}
      {[
        say('coverage.of', figures),
        ...missing.map(({ site }) => say('coverage.missing', { site })),
        ...(more > 0 ? [say('coverage.more', { count: more })] : []),
      ].join(say('coverage.and'))}
    </span>
  )
}
