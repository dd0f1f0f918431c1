import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { useMay, useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { askConfirm } from '#client/ui/box.ts'
import { Button } from '#client/ui/button.tsx'
import { listAddress, rangeIn, useAddressView } from '#client/ui/list/address-view.ts'
import { chipOf } from '#client/ui/list/filter-chips.tsx'
import { ListCard } from '#client/ui/list/list-card.tsx'
import { listQuery } from '#client/ui/list/list-query.ts'
import type { Column } from '#client/ui/list/table.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import { addDays, businessDay } from '#shared/dates.ts'
import { ReservationFilters, type ReservationRow, reservationStates, tankerTypes } from '#shared/reservations.ts'
import { ListFilters } from './list-filters.tsx'
import { useChosenCompany } from './use-chosen-company.ts'

const ReservationDialog = lazyPart(async () => (await import('./reservation-dialog.tsx')).ReservationDialog)

const address = listAddress(ReservationFilters)
/** Shown once somebody has chosen them, so that the others have room. */
const laterColumns = ['userName', 'createTime']

/** Who has reserved a place, and when he comes. */
export function ReservationScreen() {
  const say = useWord()
  const utils = trpc.useUtils()
  const { view, change } = useAddressView(address)
  const today = businessDay(new Date(), useSession().timeZone)
  const mayRead = useMay('trace')
  const [open, setOpen] = useState<{ reservation: ReservationRow | null } | null>(null)
  const { options } = useChosenCompany(view.company)
  const { page, size, name, state, type: tankerType, company: companyId, plan: planId } = view
  // Without days it is the coming week; the reservations of one plan have their day.
  const range = useMemo(
    () => (view.from === 'all' || view.plan !== undefined ? undefined : (rangeIn(view) ?? ([today, addDays(today, 6)] as [string, string]))),
    [view, today],
  )
  const filter = useMemo(() => ({ ...view, from: range?.[0], to: range?.[1] }), [view, range])
  const list = trpc.reservations.find.useQuery({ page, size, name, planId, state, tankerType, companyId, reserveTimeQuery: range }, listQuery)
  const { mutate: cancel } = trpc.reservations.cancel.useMutation({
    onSuccess: () => toastSuccess(say('reservation.cancelled')),
    onSettled: () => Promise.all([utils.reservations.invalidate(), utils.plans.invalidate()]),
  })
  const columns = useMemo((): Column<ReservationRow>[] => {
    const askCancel = async (row: ReservationRow) => {
      if (await askConfirm({ message: say('reservation.cancelAsk', { tanker: row.tankerNumber }), danger: true })) cancel({ id: row.id })
    }
    return [
      {
        key: 'reserveTime',
        title: say('reservation.slot'),
        fixed: true,
        cell: (row) => (
          <span className="figures">
            {row.reserveTime} {say(`planning.short.${row.reservePeriod}`)}
          </span>
        ),
      },
      { key: 'tankerNumber', title: say('reservation.tankerNumber'), fixed: true, cell: (row) => row.tankerNumber },
      { key: 'tankerType', title: say('planning.tankerType'), cell: (row) => say(`planning.kind.${row.tankerType}`) },
      { key: 'licenseNumber', title: say('reservation.licenseNumber'), cell: (row) => row.licenseNumber ?? '-' },
      { key: 'checkedOrg', title: say('reservation.checkedOrg'), cell: (row) => row.checkedOrg ?? '-' },
      { key: 'contactName', title: say('reservation.contactName'), cell: (row) => row.contactName ?? '-' },
      { key: 'phone', title: say('reservation.phone'), cell: (row) => <span className="figures">{row.phone ?? '-'}</span> },
      { key: 'state', title: say('reservation.state'), cell: (row) => say(`reservation.state.${row.state}`) },
      {
        key: 'report',
        title: say('reservation.report'),
        cell: (row) =>
          row.reportId === null ? (
            '-'
          ) : mayRead ? (
            <AppLink className="figures text-accent hover:underline" href={`/report_detail/index?id=${row.reportId}`}>
              {row.reportNumber}
            </AppLink>
          ) : (
            <span className="figures">{row.reportNumber}</span>
          ),
      },
      { key: 'company', title: say('planning.company'), cell: (row) => row.company },
      { key: 'userName', title: say('reservation.userName'), cell: (row) => row.userName ?? '-' },
      { key: 'createTime', title: say('reservation.createTime'), cell: (row) => <span className="figures">{row.createTimeStr}</span> },
      {
        key: 'actions',
        title: say('reservation.actions'),
        fixed: true,
        sticky: 'end',
        cell: (row) =>
          row.state === 'waiting' ? (
            <span className="flex items-center">
              <Button
                variant="quiet"
                size="sm"
                className="-ml-2 text-accent!"
                aria-label={`${say('reservation.edit')} ${row.tankerNumber}`}
                onClick={() => setOpen({ reservation: row })}
              >
                {say('reservation.change')}
              </Button>
              <Button variant="quiet" size="sm" aria-label={`${say('reservation.cancel')} ${row.tankerNumber}`} onClick={() => void askCancel(row)}>
                {say('reservation.drop')}
              </Button>
            </span>
          ) : (
            <span className="text-muted">-</span>
          ),
      },
    ]
  }, [say, mayRead, cancel])
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-lg font-semibold">{say('route.reservation')}</h1>
      <ListCard<ReservationRow>
        caption={say('reservation.list')}
        name="reservations"
        list={list}
        columns={columns}
        rowKey={(row) => row.id}
        view={view}
        change={change}
        hiddenAtFirst={laterColumns}
        onOpen={(row) => row.state === 'waiting' && setOpen({ reservation: row })}
        actions={
          <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => setOpen({ reservation: null })}>
            {say('reservation.add')}
          </Button>
        }
        filters={
          <ListFilters
            view={filter}
            search={say('reservation.search')}
            days={{
              label: say('reservation.days'),
              any: say('reservation.anyDay'),
              start: [today, addDays(today, 6)],
              shortcuts: [
                { key: 'today', label: say('reservation.today'), range: [today, today] },
                { key: 'week', label: say('reservation.week'), range: [today, addDays(today, 6)] },
              ],
            }}
            state={{ label: say('reservation.state'), options: reservationStates.map((value) => ({ value, label: say(`reservation.state.${value}`) })) }}
            type={{ label: say('planning.tankerType'), options: tankerTypes.map((value) => ({ value, label: say(`planning.tanker.${value}`) })) }}
            company={{ label: say('planning.company'), options }}
            chips={chipOf('plan', say('planning.board'), planId, () => change({ plan: undefined, page: 1 }))}
            cleared={{ plan: undefined }}
            busy={list.isFetching}
            onChange={(patch, way) => change({ ...patch, ...('from' in patch ? { from: patch.from ?? 'all' } : {}), page: 1 }, way)}
          />
        }
        empty={<EmptyState title={say('reservation.empty')} help={say('reservation.emptyHelp')} />}
      />
      {open && <ReservationDialog reservation={open.reservation} today={today} wantedCompany={view.company} onClose={() => setOpen(null)} />}
    </div>
  )
}
