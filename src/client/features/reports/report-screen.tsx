import { keepPreviousData } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { messageOf } from '#client/failures.ts'
import { useAddress } from '#client/features/feeds/use-address.ts'
import { ListFilters, rangeOf } from '#client/features/reservations/list-filters.tsx'
import { useChosenCompany } from '#client/features/reservations/use-chosen-company.ts'
import { ListTools } from '#client/features/views/list-tools.tsx'
import { formatNumber, useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import { type Column, DataTable } from '#client/ui/table.tsx'
import { useTableSettings } from '#client/ui/table-settings.tsx'
import { addDays, businessDay } from '#shared/dates.ts'
import { type ReportRow, reportStatuses } from '#shared/reports.ts'
import { tankerTypes } from '#shared/reservations.ts'
import { ReportDialog } from './report-dialog.tsx'
import { ReportStatus, useResultName } from './report-status.tsx'

const names = ['name', 'from', 'to', 'state', 'type', 'company'] as const
const addressOf = (id: number) => `/report_detail/index?id=${id}`

/** Every report with the documented columns. */
export function ReportScreen() {
  const say = useWord()
  const resultName = useResultName()
  const [, navigate] = useLocation()
  const { view, change } = useAddress(names)
  const today = businessDay(new Date(), useSession().timeZone)
  const settings = useTableSettings('reports')
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
    const text = (key: 'checkedOrg' | 'tankerNumber' | 'checkMethod' | 'licenseNumber' | 'contactName' | 'station' | 'orgName' | 'userName') => ({
      key,
      title: say(`inspection.${key}`),
      cell: (row: ReportRow) => row[key] ?? '-',
    })
    const figures = (key: 'phone' | 'userPhone', row: ReportRow) => <span className="figures">{row[key] ?? '-'}</span>
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
      text('checkedOrg'),
      text('tankerNumber'),
      text('checkMethod'),
      { key: 'status', title: say('inspection.status'), cell: (row) => <ReportStatus status={row.status} /> },
      { key: 'result', title: say('inspection.result'), cell: (row) => resultName(row.result) },
      text('station'),
      { key: 'tankerType', title: say('inspection.tankerType'), cell: (row) => (row.tankerType ? say(`planning.tanker.${row.tankerType}`) : '-') },
      text('licenseNumber'),
      text('contactName'),
      { key: 'phone', title: say('inspection.phone'), cell: (row) => figures('phone', row) },
      { key: 'createTime', title: say('inspection.createTime'), cell: (row) => <span className="figures">{row.createTimeStr}</span> },
      text('userName'),
      { key: 'userPhone', title: say('inspection.userPhone'), cell: (row) => figures('userPhone', row) },
      text('orgName'),
    ]
  }, [say, resultName])
  const total = list.data?.totalCount
  const lastDays = (days: number) => ({
    key: String(days),
    label: say('inspection.lastDays', { days }),
    range: [addDays(today, 1 - days), today] as [string, string],
  })
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-lg font-semibold">{say('route.reports')}</h1>
      <Card
        title={total === undefined ? say('inspection.list') : `${say('inspection.list')} (${formatNumber(total)})`}
        padded={false}
        actions={
          <span className="flex flex-wrap items-center gap-1">
            <ListTools screen="reports" settings={settings} columns={columns} />
            <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => setAdding(true)}>
              {say('inspection.add')}
            </Button>
          </span>
        }
      >
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
            options.length > 1 ? { label: say('inspection.orgName'), options: options.map(({ value, label }) => ({ value: String(value), label })) } : undefined
          }
          onSearch={(filter) => change({ ...filter, page: 1 })}
        />
        <DataTable<ReportRow>
          caption={say('inspection.list')}
          columns={columns}
          rows={list.data?.data}
          rowKey={(row) => row.id}
          size={view.size}
          fetching={list.isFetching && (list.isPlaceholderData || list.isError)}
          error={list.error ? messageOf(list.error) : null}
          onRetry={() => void list.refetch()}
          onOpen={(row) => navigate(addressOf(row.id))}
          settings={settings}
          empty={<EmptyState title={say('inspection.empty')} help={say('inspection.emptyHelp')} />}
        />
        <div className="px-4 py-2">
          <Pager page={view.page} size={view.size} total={total} onChange={(page, size) => change({ page, size })} />
        </div>
      </Card>
      {adding && <ReportDialog report={null} companyId={companyId} onClose={() => setAdding(false)} onSaved={({ id }) => navigate(addressOf(id))} />}
    </div>
  )
}
