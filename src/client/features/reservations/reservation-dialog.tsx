import { useState } from 'react'
import { FormDialog } from '#client/features/places/form-dialog.tsx'
import { refusedAt } from '#client/features/places/refused.ts'
import { useSubmit } from '#client/features/places/use-submit.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { TextField } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { addDays, type Day } from '#shared/dates.ts'
import { maxPageSize } from '#shared/paging.ts'
import type { ReservationRow } from '#shared/reservations.ts'
import { phoneIsWrong, TankerFields, tankerDraftOf, tankerFields } from './tanker-fields.tsx'
import { useChosenCompany } from './use-chosen-company.ts'

type Props = { reservation: ReservationRow | null; today: Day; wantedCompany: string | undefined; onClose: () => void }
const daysShown = 30

/** Takes a place in a half day that is not full, or changes a reservation; half days are offered from a day on. */
export function ReservationDialog({ reservation, today, wantedCompany, onClose }: Props) {
  const say = useWord()
  const utils = trpc.useUtils()
  const [company, setCompany] = useState(reservation ? String(reservation.companyId) : wantedCompany)
  const { companyId, options } = useChosenCompany(company)
  const [from, setFrom] = useState<Day>(reservation && reservation.reserveTime > today ? reservation.reserveTime : today)
  const [planId, setPlanId] = useState<number | null>(reservation?.planId ?? null)
  const [draft, setDraft] = useState(() => tankerDraftOf(reservation))
  const [left, setLeft] = useState(false)
  const plans = trpc.plans.find.useQuery(
    { companyId: companyId ?? undefined, reserveTimeQuery: [from, addDays(from, daysShown)], page: 1, size: maxPageSize },
    { enabled: companyId !== null },
  )
  const free = (plans.data?.data ?? []).filter((plan) => plan.remainCount > 0 || plan.id === reservation?.planId)
  // Somebody else may have taken the last place meanwhile.
  const save = trpc.reservations.save.useMutation({ meta: { silent: true }, onError: () => utils.plans.invalidate() })
  const { busy, error, submit } = useSubmit<unknown>({
    isNew: reservation === null,
    onSaved: onClose,
    refresh: () => Promise.all([utils.reservations.invalidate(), utils.plans.invalidate()]),
  })
  const refused = refusedAt(error)
  const send = async () => {
    setLeft(true)
    if (planId === null || draft.tankerNumber.trim() === '' || phoneIsWrong(draft.phone)) return
    await submit(() => save.mutateAsync({ ...draft, planId, ...(reservation ? { id: reservation.id, rowVersion: reservation.rowVersion } : {}) }))
  }
  const labelOf = (plan: (typeof free)[number]) =>
    say('reservation.slotChoice', {
      day: plan.reserveTime,
      period: say(`planning.period.${plan.reservePeriod}`),
      type: say(`planning.tanker.${plan.tankerType}`),
      remain: plan.remainCount,
    })
  return (
    <FormDialog
      title={say(reservation ? 'reservation.edit' : 'reservation.add')}
      size="md"
      wide
      busy={busy}
      error={error}
      draft={[draft, planId, company]}
      names={['planId', ...tankerFields]}
      onSubmit={send}
      onClose={onClose}
    >
      {options.length > 1 && !reservation && (
        <Select
          label={say('planning.company')}
          required
          value={companyId}
          options={options}
          onChange={(next) => {
            setCompany(next === null ? undefined : String(next))
            setPlanId(null)
          }}
        />
      )}
      <TextField label={say('reservation.from')} type="date" min={today} value={from} onChange={(day) => day !== '' && setFrom(day)} />
      <Select
        label={say('reservation.slot')}
        required
        className="sm:col-span-2"
        value={planId}
        options={free.map((plan) => ({ value: plan.id, label: labelOf(plan) }))}
        onChange={setPlanId}
        help={plans.data && free.length === 0 ? say('reservation.noSlots') : undefined}
        error={left && planId === null ? say('reservation.planMissing') : refused('planId')}
      />
      <TankerFields draft={draft} onChange={setDraft} left={left} refused={refused} />
    </FormDialog>
  )
}
