import { Truck } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { say } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { useMay, useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { DateField } from '#client/ui/date-field.tsx'
import { listAddress, useAddressView, useOpens } from '#client/ui/list/address-view.ts'
import { listQuery } from '#client/ui/list/list-query.ts'
import { useOpeningRows } from '#client/ui/list/opening-list.tsx'
import { PagedTable } from '#client/ui/list/paged-table.tsx'
import { Select } from '#client/ui/select.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import { businessDay } from '#shared/business-time.ts'
import { BoardFilters, type ReservationRow } from '#shared/reservations.ts'
import { roleOfLabel } from '#shared/roles.ts'
import { receptionColumns } from './reception-columns.tsx'
import { reservationDetails } from './reservation-details.ts'
import { tankersText } from './tankers-text.ts'
import { type ChosenCompany, useChosenCompany } from './use-chosen-company.ts'

const RegisterDialog = lazyPart(async () => (await import('./register-dialog.tsx')).RegisterDialog)

const address = listAddress(BoardFilters)

const countedOf = (waiting: number, arrived: number) =>
  waiting + arrived > 0 ? tankersText({ waiting, arrived }, 'reception', say) : ''

const keyOf = ({ id }: ReservationRow) => id

type Registration = { reservation: ReservationRow | null }

/**
 * The open registration: of a row, or without a reservation. The Today screen opens the registration of its tanker,
 * or of one without a reservation.
 */
function useRegistration(rows: readonly ReservationRow[] | undefined) {
  const [open, setOpen] = useState<Registration | null>(null)
  const requested = useOpens('register')
  const adds = useOpens('add')
  const [opened, setOpened] = useState<typeof requested>(null)
  const reservation = requested && requested !== opened ? rows?.find(({ id }) => id === requested.id) : undefined
  useEffect(() => {
    if (!reservation) return
    setOpened(requested)
    if (reservation.state === 'waiting') setOpen({ reservation })
  }, [reservation, requested])
  useEffect(() => {
    if (adds) setOpen({ reservation: null })
  }, [adds])
  return [open, setOpen] as const
}

/** Reception: the tankers expected on a day, and the registration of arrivals with or without a reservation. */
export function ReceptionScreen() {
  const { view, change } = useAddressView(address)
  const today = businessDay(new Date(), useSession().timeZone)
  const day = view.day ?? today
  const mayRead = useMay('trace')
  const { companyId, options } = useChosenCompany(view.company)
  const enabled = companyId !== null
  const request = { companyId: companyId ?? undefined, reserveTime: day }
  const list = trpc.reservations.find.useQuery(
    { ...request, page: view.page, size: view.size },
    { ...listQuery, enabled },
  )
  const [open, setOpen] = useRegistration(list.data?.data)
  const waiting = trpc.reservations.find.useQuery(
    { ...request, state: 'waiting', page: 1, size: 1 },
    { enabled, meta: { silent: true } },
  )
  const arrived = trpc.reservations.find.useQuery(
    { ...request, state: 'arrived', page: 1, size: 1 },
    { enabled, meta: { silent: true } },
  )
  const columns = useMemo(
    () => receptionColumns({ mayRead, onRegister: (reservation) => setOpen({ reservation }) }),
    [mayRead, setOpen],
  )
  const { drawer, opening } = useOpeningRows<ReservationRow>({
    ...{ list, columns, rowKey: keyOf, caption: say('reception.waiting'), details: reservationDetails },
  })
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="page-title text-lg font-semibold">{say('route.reception')}</h1>
      <Card
        title={say('reception.waiting')}
        padded={false}
        actions={
          <Button
            variant="primary"
            icon={<Truck aria-hidden className="size-4" />}
            disabled={!enabled}
            onClick={() => setOpen({ reservation: null })}
          >
            {say('reception.walkIn')}
          </Button>
        }
      >
        <DayBar day={day} today={today} companyId={companyId} options={options} change={change}>
          {waiting.data && arrived.data && countedOf(waiting.data.totalCount, arrived.data.totalCount)}
        </DayBar>
        <PagedTable<ReservationRow>
          caption={say('reception.waiting')}
          columns={columns}
          list={list}
          rowKey={keyOf}
          {...opening}
          view={view}
          change={change}
          empty={<EmptyState title={say('reception.empty')} help={say('reception.emptyHelp')} />}
        />
      </Card>
      {drawer}
      {open && <RegisterDialog reservation={open.reservation} companyId={companyId} onClose={() => setOpen(null)} />}
    </div>
  )
}

type DayBarProps = Pick<ChosenCompany, 'companyId' | 'options'> & {
  day: string
  today: string
  change: (patch: { day?: string | undefined; company?: number | undefined; page: number }) => void
  children: ReactNode
}

/** The day, the company for people who may choose it, and the number of tankers still expected. */
function DayBar({ day, today, companyId, options, change, children }: DayBarProps) {
  const choosesCompany = roleOfLabel(useSession().nickName) === 'manager'
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3 border-b border-line px-4 py-3">
      <DateField
        label={say('reception.day')}
        className="w-44"
        value={day}
        onChange={(next) => next !== '' && change({ day: next === today ? undefined : next, page: 1 })}
      />
      {/* Reserve the space for the role that chooses a company, so that nothing moves while companies load. */}
      {(options.length > 1 || (options.length === 0 && choosesCompany)) && (
        <Select
          label={say('planning.company')}
          className="w-56 max-w-full"
          value={companyId}
          options={options}
          onChange={(company) => change({ company: company ?? undefined, page: 1 })}
        />
      )}
      <p className="figures min-h-8 content-center text-muted max-sm:w-full" aria-live="polite">
        {children}
      </p>
    </div>
  )
}
