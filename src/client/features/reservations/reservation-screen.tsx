import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { say } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { useMay, useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { type ChangeView, type ListView, listAddress, rangeIn, useAddressView } from '#client/ui/list/address-view.ts'
import { chipOf } from '#client/ui/list/filter-chips.tsx'
import { ListCard } from '#client/ui/list/list-card.tsx'
import { listQuery } from '#client/ui/list/list-query.ts'
import { EmptyState } from '#client/ui/status.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import { addDays, businessDay } from '#shared/dates.ts'
import { ReservationFilters, type ReservationRow, reservationStates, tankerTypes } from '#shared/reservations.ts'
import { ListFilters } from './list-filters.tsx'
import { reservationColumns } from './reservation-columns.tsx'
import { type ChosenCompany, useChosenCompany } from './use-chosen-company.ts'

const ReservationDialog = lazyPart(async () => (await import('./reservation-dialog.tsx')).ReservationDialog)

const address = listAddress(ReservationFilters)
/** Shown once somebody has chosen them, so that the others have space. */
const laterColumns = ['userName', 'createTime']

/** Who has reserved a place, and when he comes. */
export function ReservationScreen() {
  const utils = trpc.useUtils()
  const { view, change } = useAddressView(address)
  const today = businessDay(new Date(), useSession().timeZone)
  const mayRead = useMay('trace')
  const [open, setOpen] = useState<{ reservation: ReservationRow | null } | null>(null)
  const { options } = useChosenCompany(view.company)
  const { page, size, name, state, type: tankerType, company: companyId, plan: planId } = view
  // Without days it is the coming week; the reservations of one plan have their day.
  const range = useMemo(
    () =>
      view.from === 'all' || view.plan !== undefined
        ? undefined
        : (rangeIn(view) ?? ([today, addDays(today, 6)] as [string, string])),
    [view, today],
  )
  const list = trpc.reservations.find.useQuery(
    { page, size, name, planId, state, tankerType, companyId, reserveTimeQuery: range },
    listQuery,
  )
  const { mutate: cancel } = trpc.reservations.cancel.useMutation({
    onSuccess: () => toastSuccess(say('reservation.cancelled')),
    onSettled: () => Promise.all([utils.reservations.invalidate(), utils.plans.invalidate()]),
  })
  const columns = useMemo(
    () => reservationColumns({ mayRead, onEdit: (reservation) => setOpen({ reservation }), onCancel: cancel }),
    [mayRead, cancel],
  )
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
          <Button
            variant="primary"
            icon={<Plus aria-hidden className="size-4" />}
            onClick={() => setOpen({ reservation: null })}
          >
            {say('reservation.add')}
          </Button>
        }
        filters={
          <ReservationBar
            view={view}
            range={range}
            today={today}
            busy={list.isFetching}
            change={change}
            options={options}
          />
        }
        empty={<EmptyState title={say('reservation.empty')} help={say('reservation.emptyHelp')} />}
      />
      {open && (
        <ReservationDialog
          reservation={open.reservation}
          today={today}
          wantedCompany={view.company}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}

type BarProps = Pick<ChosenCompany, 'options'> & {
  view: ListView<typeof ReservationFilters>
  /** The days that are shown; undefined = all. */
  range: readonly [string, string] | undefined
  today: string
  busy: boolean
  change: ChangeView<ListView<typeof ReservationFilters>>
}

/** The filters of reservations; without days in the address the coming week is shown. */
function ReservationBar({ view, range, today, busy, change, options }: BarProps) {
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
