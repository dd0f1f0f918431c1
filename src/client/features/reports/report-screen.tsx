import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { ListFilters } from '#client/features/reservations/list-filters.tsx'
import { useChosenCompany } from '#client/features/reservations/use-chosen-company.ts'
import { say } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { type ChangeView, type ListView, rangeIn } from '#client/ui/list/address-view.ts'
import { declareOwnTable } from '#client/ui/list/declare-list.ts'
import { listQuery } from '#client/ui/list/list-query.ts'
import { ListScreen } from '#client/ui/list/list-screen.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import { businessDay } from '#shared/business-time.ts'
import { addDays } from '#shared/dates.ts'
import { ReportFilters, reportStatuses } from '#shared/reports.ts'
import { tankerTypes } from '#shared/reservations.ts'
import { addressOf, reportColumns } from './report-columns.tsx'
import { useResultName } from './report-status.tsx'

const ReportDialog = lazyPart(async () => (await import('./report-dialog.tsx')).ReportDialog)

type View = ListView<typeof ReportFilters>

const reports = declareOwnTable({
  name: 'reports',
  words: 'inspection',
  heading: 'route.reports',
  filters: ReportFilters,
  useRows: useReports,
  useTable: () => {
    const resultName = useResultName()
    return { columns: useMemo(() => reportColumns(resultName), [resultName]) }
  },
  Filters: ReportBar,
  Empty: () => <EmptyState title={say('inspection.empty')} help={say('inspection.emptyHelp')} />,
  href: ({ id }) => addressOf(id),
  Add: NewReport,
})

/** All reports with the documented columns, related ones below each other. */
export const ReportScreen = () => <ListScreen list={reports} />

function useReports({ page, size, name, state: status, type: tankerType, company, ...days }: View) {
  const { options } = useChosenCompany(company)
  return trpc.reports.find.useQuery(
    {
      ...{ page, size, name, status, tankerType },
      companyId: options.find(({ value }) => value === company)?.value,
      createTimeQuery: rangeIn(days),
    },
    listQuery,
  )
}

/** Create a report, then open it. */
function NewReport({ view, onClose }: { view: View; onClose: () => void }) {
  const [, navigate] = useLocation()
  const { companyId } = useChosenCompany(view.company)
  const open = ({ id }: { id: number }) => navigate(addressOf(id))
  return <ReportDialog report={null} companyId={companyId} onClose={onClose} onSaved={open} />
}

function ReportBar({ view, change, busy }: { view: View; change: ChangeView<View>; busy: boolean }) {
  const today = businessDay(new Date(), useSession().timeZone)
  const { options } = useChosenCompany(view.company)
  const lastDays = (days: number) => ({
    key: String(days),
    label: say('inspection.lastDays', { days }),
    range: [addDays(today, 1 - days), today] as [string, string],
  })
  return (
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
      busy={busy}
      onChange={(patch, way) => change({ ...patch, page: 1 }, way)}
    />
  )
}
