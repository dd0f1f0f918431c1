import { useMemo } from 'react'
import { say } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { useMay, useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { type ChangeView, type ListView, rangeIn } from '#client/ui/list/address-view.ts'
import { declareOwnTable } from '#client/ui/list/declare-list.ts'
import { chipOf } from '#client/ui/list/filter-chips.tsx'
import { listQuery } from '#client/ui/list/list-query.ts'
import { ListScreen } from '#client/ui/list/list-screen.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import { businessDay } from '#shared/business-time.ts'
import { addDays } from '#shared/dates.ts'
import { ReservationFilters, type ReservationRow, reservationStates, tankerTypes } from '#shared/reservations.ts'
import { ListFilters } from './list-filters.tsx'
import { reservationColumns } from './reservation-columns.tsx'
import { reservationDetails } from './reservation-details.ts'
import { useChosenCompany } from './use-chosen-company.ts'

const ReservationDialog = lazyPart(async () => (await import('./reservation-dialog.tsx')).ReservationDialog)

type View = ListView<typeof ReservationFilters>

const reservations = declareOwnTable({
  name: 'reservations',
  words: 'reservation',
  heading: 'route.reservation',
  filters: ReservationFilters,
  useRows: useReservations,
  useTable: useReservationTable,
  // Hidden by default, so that the other columns have enough width.
  hiddenAtFirst: ['userName', 'createTime'],
  Filters: ReservationBar,
  Empty: () => <EmptyState title={say('reservation.empty')} help={say('reservation.emptyHelp')} />,
  Form: ReservationForm,
  details: reservationDetails,
})

/** The reservations: who is expected, and when. */
export const ReservationScreen = () => <ListScreen list={reservations} />

const useToday = () => businessDay(new Date(), useSession().timeZone)

/**
 * The range of days; undefined = all. The default is the coming week; the reservations of a plan are not limited,
 * because the plan already has its day.
 */
function useRange(view: View): [string, string] | undefined {
  const today = useToday()
  return useMemo(
    () => (view.from === 'all' || view.plan !== undefined ? undefined : (rangeIn(view) ?? [today, addDays(today, 6)])),
    [view, today],
  )
}

function useReservations(view: View) {
  const { page, size, name, state, type: tankerType, company: companyId, plan: planId } = view
  return trpc.reservations.find.useQuery(
    { page, size, name, planId, state, tankerType, companyId, reserveTimeQuery: useRange(view) },
    listQuery,
  )
}

function useReservationTable(open: (row: ReservationRow) => void) {
  const utils = trpc.useUtils()
  const mayRead = useMay('trace')
  const { mutate: cancel } = trpc.reservations.cancel.useMutation({
    onSettled: () => Promise.all([utils.reservations.invalidate(), utils.plans.invalidate()]),
  })
  return {
    columns: useMemo(() => reservationColumns({ mayRead, onEdit: open, onCancel: cancel }), [mayRead, open, cancel]),
  }
}

function ReservationForm({ row, view, onClose }: { row: ReservationRow | null; view: View; onClose: () => void }) {
  return <ReservationDialog reservation={row} today={useToday()} wantedCompany={view.company} onClose={onClose} />
}

/** The filters of reservations; the default range is the coming week. */
function ReservationBar({ view, change, busy }: { view: View; change: ChangeView<View>; busy: boolean }) {
  const today = useToday()
  const range = useRange(view)
  const { options } = useChosenCompany(view.company)
  const filter = useMemo(() => ({ ...view, from: range?.[0], to: range?.[1] }), [view, range])
  return (
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
      state={{
        label: say('reservation.state'),
        options: reservationStates.map((value) => ({ value, label: say(`reservation.state.${value}`) })),
      }}
      type={{
        label: say('planning.tankerType'),
        options: tankerTypes.map((value) => ({ value, label: say(`planning.tanker.${value}`) })),
      }}
      company={{ label: say('planning.company'), options }}
      chips={chipOf('plan', say('planning.board'), view.plan, () => change({ plan: undefined, page: 1 }))}
      cleared={{ plan: undefined }}
      busy={busy}
      onChange={(patch, way) =>
        change({ ...patch, ...('from' in patch ? { from: patch.from ?? 'all' } : {}), page: 1 }, way)
      }
    />
  )
}
