import { CircleCheck, CircleDot, TriangleAlert } from 'lucide-react'
import { formatNumber, useWord } from '#client/i18n.ts'
import type { Wall } from '#shared/cockpits.ts'

const namedSites = 3

/** One line: the percentage of the fleet that reported, and the sites that sent nothing. */
export function WallCoverage({ coverage }: { coverage: Wall['coverage'] }) {
  const say = useWord()
  if (!coverage || coverage.expected === 0)
    return <p className="text-muted">{`${say('wall.coverage')}${say('coverage.colon')}${say('wall.noCoverage')}`}</p>
  const { lacking } = coverage
  const missing = coverage.sites.filter(({ status }) => status === 'missing')
  const named = missing.slice(0, namedSites)
  const more = lacking - named.length
  const parts = [
    say('wall.covered', { reported: formatNumber(coverage.reported), expected: formatNumber(coverage.expected) }),
    ...named.map(({ site }) => say('wall.missing', { site })),
    ...(more > 0 ? [say('coverage.more', { count: more })] : []),
    ...(lacking === 0 ? [say('wall.coveredAll')] : []),
  ]
  const Mark = missing.length > 0 ? TriangleAlert : lacking > 0 ? CircleDot : CircleCheck
  const colour = missing.length > 0 ? 'text-caution' : lacking > 0 ? 'text-muted' : 'text-success'
  return (
    <p className="flex min-w-0 items-center gap-[0.5em]">
      <Mark aria-hidden className={`size-[1.1em] shrink-0 ${colour}`} />
      <span className="lg:truncate">{`${say('wall.coverage')}${say('coverage.colon')}${parts.join(say('coverage.and'))}`}</span>
    </p>
  )
}
