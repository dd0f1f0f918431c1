import { messageOf } from '#client/failures.ts'
import { formatMoney } from '#client/features/measures/money.ts'
import { formatNumber, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Card } from '#client/ui/card.tsx'
import { PlainTable } from '#client/ui/plain-table.tsx'
import { ScrollBox } from '#client/ui/scroll-box.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { ErrorState } from '#client/ui/status.tsx'
import type { MethodFigures } from '#shared/kpi.ts'
import type { KpiView } from './use-kpi-view.ts'

/** Finished inspections by check method, with the price of each method and the sum. */
export function MethodTable({ view }: { view: KpiView }) {
  const say = useWord()
  const measures = trpc.kpi.byMeasures.useQuery(
    { companyId: view.companyId, days: view.days },
    { meta: { silent: true } },
  )
  const { data } = measures
  const price = ({ cashAmount, differs }: MethodFigures) =>
    cashAmount === null ? say(differs ? 'kpi.priceDiffers' : 'kpi.noPrice') : formatMoney(cashAmount)
  const rows = (data?.methods ?? []).map((row) => ({
    key: row.checkMethod,
    cells: [row.checkMethod || say('kpi.noMethod'), formatNumber(row.count), price(row), formatMoney(row.total)],
  }))
  const sum =
    data && rows.length > 0
      ? [
          {
            key: '\u0000sum',
            cells: [
              <b key="sum">{say('kpi.sum')}</b>,
              formatNumber(data.count),
              '',
              <b key="total">{formatMoney(data.total)}</b>,
            ],
          },
        ]
      : []
  return (
    <Card title={`${say('kpi.methods')} · ${say('kpi.lastDays', { days: view.days })}`} padded={false}>
      {measures.error ? (
        <ErrorState message={messageOf(measures.error)} onRetry={() => void measures.refetch()} />
      ) : data ? (
        <ScrollBox label={say('kpi.methods')}>
          <PlainTable
            label={say('kpi.methods')}
            columns={[
              { title: say('kpi.method'), wrap: true },
              ...(['kpi.count', 'kpi.price', 'kpi.amount'] as const).map((title) => ({
                title: say(title),
                figures: true,
                wrap: true,
              })),
            ]}
            rows={[...rows, ...sum]}
            empty={say('kpi.noMethods')}
          />
          {data.unpriced > 0 && (
            <p className="px-3 py-2 text-caution">{say('kpi.unpriced', { count: formatNumber(data.unpriced) })}</p>
          )}
        </ScrollBox>
      ) : (
        <Skeleton className="m-4 h-40" />
      )}
    </Card>
  )
}
