import { keepPreviousData } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { useAddress } from '#client/features/feeds/use-address.ts'
import { ListCard } from '#client/features/places/list-card.tsx'
import { ListFilters, rangeOf } from '#client/features/reservations/list-filters.tsx'
import { useChosenCompany } from '#client/features/reservations/use-chosen-company.ts'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import type { Column } from '#client/ui/table.tsx'
import { TwoLines } from '#client/ui/two-lines.tsx'
import { addDays, businessDay } from '#shared/dates.ts'
import { type ReportRow, reportStatuses } from '#shared/reports.ts'
import { tankerTypes } from '#shared/reservations.ts'
import { reportFilterNames, reportFilterValues } from './report-address.ts'
import { ReportDialog } from './report-dialog.tsx'
import { ReportStatus, useResultName } from './report-status.tsx'

const addressOf = (id: number) => `/report_detail/index?id=${id}`

const figures = (text: string | null) => text && <span className="figures">{text}</span>

/** Every report with the documented columns, what belongs together below each other. */
export function ReportScreen() {
  const say = useWord()
  const resultName = useResultName()
  const [, navigate] = useLocation()
  const { view, change } = useAddress(reportFilterNames, reportFilterValues)
  const today = businessDay(new Date(), useSession().timeZone)
  const { companyId, options } = useChosenCompany(view.company)
  const [adding, setAdding] = useState(false)
  const list = trpc.reports.find.useQuery(
    {
      page: view.page,
      size: view.size,
      name: view.name,
      status: reportStatuses.find((status) => String(status) === view.state),
      tankerType: tankerTypes.find((type) => type === view.type),
      companyId: options.find(({ value }) => String(value) === view.company)?.value,
      createTimeQuery: rangeOf(view),
    },
    { placeholderData: keepPreviousData, meta: { silent: true } },
  )
  const columns = useMemo((): Column<ReportRow>[] => {
    return [
      {
        key: 'reportNumber',
        title: say('inspection.reportNumber'),
        fixed: true,
        sticky: 'start',
        cell: (row) => (
          <AppLink className="figures text-accent hover:underline" href={addressOf(row.id)} aria-label={say('inspection.open', { number: row.reportNumber })}>
            {row.reportNumber}
          </AppLink>
        ),
      },
      { key: 'checkedOrg', title: say('inspection.checkedOrg'), cell: (row) => <TwoLines top={row.checkedOrg ?? '-'} className="max-w-44" /> },
      {
        key: 'tankerNumber',
        title: say('inspection.tankerPlate'),
        cell: (row) => <TwoLines top={row.tankerNumber ?? '-'} under={row.licenseNumber} />,
      },
      {
        key: 'tankerType',
        title: say('inspection.typeMethod'),
        cell: ({ tankerType, checkMethod }) => (
          <TwoLines top={tankerType ? say(`planning.kind.${tankerType}`) : '-'} under={checkMethod} className="max-w-36" />
        ),
      },
      {
        key: 'status',
        title: say('inspection.statusResult'),
        cell: ({ status, result }) => (
          <TwoLines top={<ReportStatus status={status} />} under={result && <span className="pl-5.5">{resultName(result)}</span>} />
        ),
      },
      { key: 'orgName', title: say('inspection.baseStation'), cell: (row) => <TwoLines top={row.orgName ?? '-'} under={row.station} /> },
      { key: 'contactName', title: say('inspection.driverPhone'), cell: (row) => <TwoLines top={row.contactName ?? '-'} under={figures(row.phone)} /> },
      {
        key: 'createTime',
        title: say('inspection.createTime'),
        cell: ({ createTimeStr }) => <TwoLines top={figures(createTimeStr.slice(0, 10))} under={figures(createTimeStr.slice(11))} />,
      },
      { key: 'userName', title: say('inspection.registrarPhone'), cell: (row) => <TwoLines top={row.userName ?? '-'} under={figures(row.userPhone)} /> },
    ]
  }, [say, resultName])
  const lastDays = (days: number) => ({
    key: String(days),
    label: say('inspection.lastDays', { days }),
    range: [addDays(today, 1 - days), today] as [string, string],
  })
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-lg font-semibold">{say('route.reports')}</h1>
      <ListCard<ReportRow>
        title={say('inspection.list')}
        name="reports"
        list={list}
        columns={columns}
        rowKey={(row) => row.id}
        page={view.page}
        size={view.size}
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
            days={{ label: say('inspection.days'), any: say('inspection.anyDay'), start: [addDays(today, -29), today], shortcuts: [lastDays(7), lastDays(30)] }}
            state={{
              label: say('inspection.status'),
              options: reportStatuses.map((value) => ({ value: String(value), label: say(`inspection.status.${value}`) })),
            }}
            type={{ label: say('inspection.tankerType'), options: tankerTypes.map((value) => ({ value, label: say(`planning.tanker.${value}`) })) }}
            company={
              options.length > 1
                ? { label: say('inspection.orgName'), options: options.map(({ value, label }) => ({ value: String(value), label })) }
                : undefined
            }
            onSearch={(filter) => change({ ...filter, page: 1 })}
          />
        }
        empty={<EmptyState title={say('inspection.empty')} help={say('inspection.emptyHelp')} />}
      />
      {adding && <ReportDialog report={null} companyId={companyId} onClose={() => setAdding(false)} onSaved={({ id }) => navigate(addressOf(id))} />}
    </div>
  )
}
