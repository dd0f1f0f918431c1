import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { ListFilters } from '#client/features/reservations/list-filters.tsx'
import { useChosenCompany } from '#client/features/reservations/use-chosen-company.ts'
import { say } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { listAddress, rangeIn, useAddressView } from '#client/ui/list/address-view.ts'
import { ListCard } from '#client/ui/list/list-card.tsx'
import { listQuery } from '#client/ui/list/list-query.ts'
import { EmptyState } from '#client/ui/status.tsx'
import { addDays, businessDay } from '#shared/dates.ts'
import { ReportFilters, type ReportRow, reportStatuses } from '#shared/reports.ts'
import { tankerTypes } from '#shared/reservations.ts'
import { addressOf, reportColumns } from './report-columns.tsx'
import { useResultName } from './report-status.tsx'

const ReportDialog = lazyPart(async () => (await import('./report-dialog.tsx')).ReportDialog)

const address = listAddress(ReportFilters)

/** Every report with the documented columns, what belongs together below each other. */
export function ReportScreen() {
  const resultName = useResultName()
  const [, navigate] = useLocation()
  const { view, change } = useAddressView(address)
  const today = businessDay(new Date(), useSession().timeZone)
  const { companyId, options } = useChosenCompany(view.company)
  const [adding, setAdding] = useState(false)
  const { page, size, name, state: status, type: tankerType, company } = view
  const list = trpc.reports.find.useQuery(
    {
      ...{ page, size, name, status, tankerType },
      companyId: options.find(({ value }) => value === company)?.value,
      createTimeQuery: rangeIn(view),
    },
    listQuery,
  )
  const columns = useMemo(() => reportColumns(resultName), [resultName])
  const lastDays = (days: number) => ({
    key: String(days),
    label: say('inspection.lastDays', { days }),
    range: [addDays(today, 1 - days), today] as [string, string],
  })
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-lg font-semibold">{say('route.reports')}</h1>
      <ListCard<ReportRow>
        caption={say('inspection.list')}
        name="reports"
        list={list}
        columns={columns}
        rowKey={(row) => row.id}
        view={view}
        change={change}
        onOpen={(row) => navigate(addressOf(row.id))}
        actions={
          <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => setAdding(true)}>
            {say('inspection.add')}
          </Button>
        }
        filters={
          <ListFilters
            view={view}
            search={say('inspection.search')}
            days={{
              label: say('inspection.days'),
              any: say('inspection.anyDay'),
              start: [addDays(today, -29), today],
              shortcuts: [lastDays(7), lastDays(30)],
            }}
            state={{
              label: say('inspection.status'),
              options: reportStatuses.map((value) => ({ value, label: say(`inspection.status.${value}`) })),
            }}
            type={{
              label: say('inspection.tankerType'),
              options: tankerTypes.map((value) => ({ value, label: say(`planning.tanker.${value}`) })),
            }}
            company={{ label: say('inspection.orgName'), options }}
            busy={list.isFetching}
            onChange={(patch, way) => change({ ...patch, page: 1 }, way)}
          />
        }
        empty={<EmptyState title={say('inspection.empty')} help={say('inspection.emptyHelp')} />}
      />
      {adding && (
        <ReportDialog
          report={null}
          companyId={companyId}
          onClose={() => setAdding(false)}
          onSaved={({ id }) => navigate(addressOf(id))}
        />
      )}
    </div>
  )
}
