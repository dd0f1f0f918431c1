import { useMemo, useState } from 'react'
import { barOptions } from '#client/features/places/series-options.ts'
import { formatNumber, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Chart } from '#client/ui/chart.tsx'
import type { ChartTheme } from '#client/ui/chart-theme.ts'
import { loadErrorOf } from '#client/ui/status.tsx'
import { groupOrders } from '#shared/kpi.ts'
import type { Counted } from './counted-dialog.tsx'
import { CountedDialog } from './lazy-counted-dialog.ts'
import type { KpiView } from './use-kpi-view.ts'

const shownRows = 10
const height = 280

/** The stations with the highest counts as bars; a click on a bar opens the rows that it counts. */
export function TopGroups({ view: { companyId, by } }: { view: KpiView }) {
  const say = useWord()
  const top = trpc.kpi.topGroups.useQuery({ companyId, rows: shownRows, by }, { meta: { silent: true } })
  const [counted, setCounted] = useState<Counted | null>(null)
  const title = `${say('kpi.topGroups')} · ${say(`kpi.by.${by}`)} · ${say('kpi.allTime')}`
  const build = useMemo(() => {
    if (!top.data) return undefined
    const { groups, counts } = top.data
    // Stations of different bases may have the same name.
    const several = new Set(groups.map((group) => group.companyId)).size > 1
    const labels = groups.map(({ name, company }) => (several ? `${name} · ${company}` : name))
    const texts = counts.map((count, index) => `${labels[index] ?? ''} ${formatNumber(count)}`)
    const open = (index: number) => {
      const station = groups[index]
      if (station) setCounted({ by, stationId: station.id, name: labels[index] ?? station.name })
    }
    return (theme: ChartTheme) =>
      barOptions(
        {
          labels,
          series: [
            { key: by, label: title, colour: '--accent', data: counts, texts, figures: counts.map(formatNumber) },
          ],
          unit: '',
          open,
        },
        theme,
      )
  }, [top.data, by, title])
  const data = useMemo(
    () => ({
      columns: [say('kpi.group'), ...groupOrders.map((order) => say(`kpi.by.${order}`))],
      rows: (top.data?.groups ?? []).map(({ id, name, company, ...group }) => ({
        key: String(id),
        cells: [`${name} · ${company}`, ...groupOrders.map((order) => group[order])],
      })),
    }),
    [top.data, say],
  )
  const error = loadErrorOf(top)
  return (
    <>
      <Chart title={title} height={height} build={build} data={data} error={error} note={say('kpi.openBar')} />
      {counted && <CountedDialog companyId={companyId} counted={counted} onClose={() => setCounted(null)} />}
    </>
  )
}
