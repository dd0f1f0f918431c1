import { useMemo, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Chart } from '#client/ui/chart.tsx'
import type { ChartTheme } from '#client/ui/chart-theme.ts'
import { unknownMonths } from '#client/ui/known-months.ts'
import { loadErrorOf } from '#client/ui/status.tsx'
import { columnOptions } from './column-options.ts'
import { CountedDialog } from './lazy-counted-dialog.ts'

const height = 280

/** Drop the months before the first inspection. */
function sinceFirst<Months extends { xAxisData: readonly string[]; data: readonly number[] }>(months: Months) {
  const from = unknownMonths(months.xAxisData, [months.data.map((count) => (count > 0 ? count : null))])
  return { ...months, xAxisData: months.xAxisData.slice(from), data: months.data.slice(from) }
}

/** Finished inspections of the last twelve months; a click on a month opens its inspections. */
export function CertificateChart({ companyId }: { companyId: number }) {
  const say = useWord()
  const months = trpc.kpi.certificates.useQuery({ companyId }, { meta: { silent: true } })
  const title = say('kpi.byMonth')
  const read = useMemo(() => months.data && sinceFirst(months.data), [months.data])
  const [month, setMonth] = useState<string | null>(null)
  const build = useMemo(() => {
    if (!read) return undefined
    const { xAxisData, data } = read
    const open = (index: number) => setMonth(xAxisData[index] ?? null)
    return (theme: ChartTheme) =>
      columnOptions(
        {
          labels: xAxisData,
          series: [{ key: 'certificates', label: title, colour: '--accent', data }],
          unit: '',
          open,
        },
        theme,
      )
  }, [read, title])
  const data = useMemo(
    () => ({
      columns: [say('kpi.month'), title],
      rows:
        read && read.total > 0
          ? read.xAxisData.map((month, index) => ({ key: month, cells: [month, read.data[index] ?? 0] }))
          : [],
    }),
    [read, say, title],
  )
  return (
    <>
      <Chart
        title={`${title} · ${say('kpi.twelveMonths')}`}
        height={height}
        build={build}
        data={data}
        error={loadErrorOf(months)}
        note={say('kpi.openBar')}
      />
      {month && (
        <CountedDialog companyId={companyId} counted={{ by: 'certificates', month }} onClose={() => setMonth(null)} />
      )}
    </>
  )
}
