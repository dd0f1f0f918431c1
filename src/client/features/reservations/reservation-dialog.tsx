import { useState } from 'react'
import { say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { DateField } from '#client/ui/date-field.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.tsx'
import { Select } from '#client/ui/select.tsx'
import { addDays, type Day } from '#shared/dates.ts'
import { maxPageSize } from '#shared/paging.ts'
import { type PlanRow, ReservationForm, type ReservationRow } from '#shared/reservations.ts'
import { TankerFields, tankerDraftOf } from './tanker-fields.tsx'
import { useChosenCompany } from './use-chosen-company.ts'

type Props = { reservation: ReservationRow | null; today: Day; wantedCompany: number | undefined; onClose: () => void }
const daysShown = 30

/** Return the half days from a day on with free places, and the one that is already chosen. */
function useFreePlans(companyId: number | null, from: Day, chosen: number | undefined) {
  const plans = trpc.plans.find.useQuery(
    {
      companyId: companyId ?? undefined,
      reserveTimeQuery: [from, addDays(from, daysShown)],
      page: 1,
      size: maxPageSize,
    },
    { enabled: companyId !== null },
  )
  const free = (plans.data?.data ?? []).filter((plan) => plan.remainCount > 0 || plan.id === chosen)
  return { plans: free, isFull: plans.data !== undefined && free.length === 0 }
}

const labelOf = (plan: PlanRow) =>
  say('reservation.slotChoice', {
    day: plan.reserveTime,
    period: say(`planning.period.${plan.reservePeriod}`),
    type: say(`planning.tanker.${plan.tankerType}`),
    remain: plan.remainCount,
  })

/**
 * Reserve a place in a half day that is not full, or change a reservation; the choice of half days starts at a given
 * day.
 */
export function ReservationDialog({ reservation, today, wantedCompany, onClose }: Props) {
  const utils = trpc.useUtils()
  const [company, setCompany] = useState(reservation?.companyId ?? wantedCompany)
  const { companyId, options } = useChosenCompany(company)
  const [from, setFrom] = useState<Day>(
    reservation && reservation.reserveTime > today ? reservation.reserveTime : today,
  )
  const { plans: free, isFull } = useFreePlans(companyId, from, reservation?.planId)
  // Another person may have taken the last place in the meantime.
  const save = trpc.reservations.save.useMutation({ meta: { silent: true }, onError: () => utils.plans.invalidate() })
  const form = useRecordForm({
    words: 'reservation',
    schema: ReservationForm,
    values: { ...tankerDraftOf(reservation), planId: reservation?.planId ?? null },
    row: reservation,
    send: ({ values, row }) =>
      save.mutateAsync({ ...values, ...(row ? { id: row.id, rowVersion: row.rowVersion } : {}) }),
    refresh: () => Promise.all([utils.reservations.invalidate(), utils.plans.invalidate()]),
    onSaved: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={say(reservation ? 'reservation.edit' : 'reservation.add')}
      size="md"
      wide
      onClose={onClose}
    >
      {options.length > 1 && !reservation && (
        <Select
          label={say('planning.company')}
          required
          value={companyId}
          options={options}
          onChange={(next) => {
            setCompany(next ?? undefined)
            form.change({ planId: null })
          }}
        />
      )}
      <DateField
        label={say('reservation.from')}
        min={today}
        value={from}
        onChange={(day) => day !== '' && setFrom(day)}
      />
      <Select
        {...form.choice('planId')}
        className="sm:col-span-2"
        options={free.map((plan) => ({ value: plan.id, label: labelOf(plan) }))}
        help={isFull ? say('reservation.noSlots') : undefined}
      />
      <TankerFields text={form.text} />
    </FormDialog>
  )
}
