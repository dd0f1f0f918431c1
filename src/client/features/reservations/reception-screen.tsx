import { Truck } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { useMay, useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { DateField } from '#client/ui/date-field.tsx'
import { listAddress, useAddressView } from '#client/ui/list/address-view.ts'
import { listQuery } from '#client/ui/list/list-query.ts'
import { PagedTable } from '#client/ui/list/paged-table.tsx'
import type { Column } from '#client/ui/list/table.tsx'
import { Select } from '#client/ui/select.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import { businessDay } from '#shared/dates.ts'
import { roleOfLabel } from '#shared/permissions.ts'
import { BoardFilters, type ReservationRow } from '#shared/reservations.ts'
import { useChosenCompany } from './use-chosen-company.ts'

const RegisterDialog = lazyPart(async () => (await import('./register-dialog.tsx')).RegisterDialog)

const address = listAddress(BoardFilters)

/** Reception: who is expected on a day, and the registration of anyone who comes. */
export function ReceptionScreen() {
  const say = useWord()
  const { view, change } = useAddressView(address)
  const { timeZone, nickName } = useSession()
  const today = businessDay(new Date(), timeZone)
  const choosesCompany = roleOfLabel(nickName) === 'manager'
  const day = view.day ?? today
  const mayRead = useMay('trace')
  const { companyId, options } = useChosenCompany(view.company)
  const [open, setOpen] = useState<{ reservation: ReservationRow | null } | null>(null)
  const enabled = companyId !== null
  const request = { companyId: companyId ?? undefined, reserveTime: day }
  const list = trpc.reservations.find.useQuery({ ...request, page: view.page, size: view.size }, { ...listQuery, enabled })
  const waiting = trpc.reservations.find.useQuery({ ...request, state: 'waiting', page: 1, size: 1 }, { enabled, meta: { silent: true } })
  const arrived = trpc.reservations.find.useQuery({ ...request, state: 'arrived', page: 1, size: 1 }, { enabled, meta: { silent: true } })
  const columns = useMemo(
    (): Column<ReservationRow>[] => [
      { key: 'period', title: say('planning.reservePeriod'), fixed: true, cell: (row) => say(`planning.period.${row.reservePeriod}`) },
      {
        key: 'tankerNumber',
        title: say('reservation.tankerNumber'),
        fixed: true,
        cell: (row) => <TankerNumber row={row} onRegister={() => setOpen({ reservation: row })} />,
      },
      { key: 'tankerType', title: say('planning.tankerType'), cell: (row) => say(`planning.tanker.${row.tankerType}`) },
      { key: 'licenseNumber', title: say('reservation.licenseNumber'), cell: (row) => row.licenseNumber ?? '-' },
      { key: 'checkedOrg', title: say('reservation.checkedOrg'), cell: (row) => row.checkedOrg ?? '-' },
      { key: 'contactName', title: say('reservation.contactName'), cell: (row) => row.contactName ?? '-' },
      { key: 'phone', title: say('reservation.phone'), cell: (row) => <span className="figures">{row.phone ?? '-'}</span> },
      { key: 'state', title: say('reservation.state'), cell: (row) => say(`reservation.state.${row.state}`) },
      {
        key: 'actions',
        title: say('reservation.actions'),
        fixed: true,
        sticky: 'end',
        cell: (row) =>
          row.state === 'waiting' ? (
            <Button size="sm" aria-label={say('reception.registerOf', { tanker: row.tankerNumber })} onClick={() => setOpen({ reservation: row })}>
              {say('reception.register')}
            </Button>
          ) : row.reportId !== null && mayRead ? (
            <AppLink className="figures text-accent hover:underline" href={`/report_detail/index?id=${row.reportId}`}>
              {row.reportNumber}
            </AppLink>
          ) : (
            <span className="figures text-muted">{row.reportNumber ?? '-'}</span>
          ),
      },
    ],
    [say, mayRead],
  )
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-lg font-semibold">{say('route.reception')}</h1>
      <Card
        title={say('reception.waiting')}
        padded={false}
        actions={
          <Button variant="primary" icon={<Truck aria-hidden className="size-4" />} disabled={!enabled} onClick={() => setOpen({ reservation: null })}>
            {say('reception.walkIn')}
          </Button>
        }
      >
        <div className="flex flex-wrap items-end gap-x-4 gap-y-3 border-b border-line px-4 py-3">
          <DateField
            label={say('reception.day')}
            className="w-44"
            value={day}
            onChange={(next) => next !== '' && change({ day: next === today ? undefined : next, page: 1 })}
          />
          {/* Its place is kept for the role that has a choice, so that nothing moves when the companies come. */}
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
            {waiting.data && arrived.data && say('reception.counts', { waiting: waiting.data.totalCount, arrived: arrived.data.totalCount })}
          </p>
        </div>
        <PagedTable<ReservationRow>
          caption={say('reception.waiting')}
          columns={columns}
          list={list}
          rowKey={(row) => row.id}
          onOpen={(row) => row.state === 'waiting' && setOpen({ reservation: row })}
          view={view}
          change={change}
          empty={<EmptyState title={say('reception.empty')} help={say('reception.emptyHelp')} />}
        />
      </Card>
      {open && <RegisterDialog reservation={open.reservation} companyId={companyId} onClose={() => setOpen(null)} />}
    </div>
  )
}

/** On a phone the number is in sight, the column of buttons is not. */
function TankerNumber({ row, onRegister }: { row: ReservationRow; onRegister: () => void }) {
  const say = useWord()
  if (row.state !== 'waiting') return row.tankerNumber
  return (
    <button type="button" title={say('reception.register')} className="text-accent underline-offset-2 hover:underline" onClick={onRegister}>
      {row.tankerNumber}
    </button>
  )
}
