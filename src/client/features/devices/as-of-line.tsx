import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'

/** Which day the figures are of; keeps its line while it is not known yet. */
export function AsOfLine() {
  const say = useWord()
  const { data } = trpc.charts.lastDate.useQuery()
  return <p className="figures min-h-5 text-muted">{data === undefined ? '' : data ? say('fleet.asOf', { date: data }) : say('fleet.asOfNothing')}</p>
}
