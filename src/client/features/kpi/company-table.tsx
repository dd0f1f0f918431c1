import { messageOf } from '#client/failures.ts'
import { formatNumber, formatPercent, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { Card } from '#client/ui/card.tsx'
import { PlainTable } from '#client/ui/plain-table.tsx'
import { ScrollBox } from '#client/ui/scroll-box.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { ErrorState } from '#client/ui/status.tsx'
import { deviceStates } from '#shared/devices.ts'

type Props = { companyId: number; onOpen: (companyId: number) => void }

/** A company and the companies below it, each with its totals; a click on a name narrows the page to that company. */
export function CompanyTable({ companyId, onOpen }: Props) {
  const say = useWord()
  const companies = trpc.kpi.byCompany.useQuery({ companyId }, { meta: { silent: true } })
  const rows = companies.data ?? []
  const columns = [
    { title: say('kpi.company') },
    ...[say('device.total'), ...deviceStates.map((state) => say(`device.state.${state}`)), say('kpi.onlineRate')].map(
      (title) => ({ title, figures: true }),
    ),
  ]
  return (
    <Card title={say('kpi.companies')} padded={false}>
      {companies.error ? (
        <ErrorState message={messageOf(companies.error)} onRetry={() => void companies.refetch()} />
      ) : companies.data ? (
        <ScrollBox label={say('kpi.companies')}>
          <PlainTable
            label={say('kpi.companies')}
            columns={columns}
            rows={rows.map((row, index) => ({
              key: String(row.id),
              cells: [
                index === 0 && rows.length > 1 ? (
                  <b key="name">{row.name}</b>
                ) : index === 0 ? (
                  <AppLink
                    key="name"
                    className="font-semibold text-accent underline-offset-2 hover:underline"
                    href={`/site_detail/index?id=${row.id}`}
                  >
                    {row.name}
                  </AppLink>
                ) : (
                  <button
                    key="name"
                    type="button"
                    className="text-accent underline-offset-2 hover:underline"
                    onClick={() => onOpen(row.id)}
                  >
                    {row.name}
                  </button>
                ),
                formatNumber(row.total),
                ...deviceStates.map((state) => formatNumber(row[state])),
                formatPercent(row.onlineRate),
              ],
            }))}
            empty={say('wall.none')}
          />
        </ScrollBox>
      ) : (
        <Skeleton className="m-4 h-40" />
      )}
    </Card>
  )
}
