import { useMemo } from 'react'
import { say } from '#client/i18n.ts'
import { useMay, useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { askConfirm } from '#client/ui/box.ts'
import { Button } from '#client/ui/button.tsx'
import { DateField } from '#client/ui/date-field.tsx'
import { TextField } from '#client/ui/field.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.tsx'
import { Select } from '#client/ui/select.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import type { Day } from '#shared/dates.ts'
import { planViews } from '#shared/menu.ts'
import {
  mostTankers,
  type PlanKind,
  type PlanRow,
  planForm,
  reservePeriods,
  tankerTypes,
} from '#shared/reservations.ts'
import type { PlanSlot } from './plan-day.tsx'

type Props = {
  kind: PlanKind
  companyId: number
  plan: PlanRow | null
  slot: PlanSlot
  today: Day
  mayWrite: boolean
  onClose: () => void
}

/** The values of the form, how they are saved, and how the plan is deleted. */
function usePlanForm({ kind, companyId, plan, slot, today, onClose }: Omit<Props, 'mayWrite'>) {
  const utils = trpc.useUtils()
  const save = trpc.plans.save.useMutation({ meta: { silent: true } })
  const form = useRecordForm({
    words: 'planning',
    schema: useMemo(() => planForm(today), [today]),
    values: { ...slot, totalCount: String(plan?.totalCount ?? '') },
    row: plan,
    send: ({ values, row }) =>
      save.mutateAsync(
        row ? { ...values, id: row.id, rowVersion: row.rowVersion } : { ...values, planKind: kind, companyId },
      ),
    refresh: () => utils.plans.invalidate(),
    onSaved: onClose,
    done: () => say('planning.saved'),
  })
  const remove = trpc.plans.delete.useMutation({
    meta: { silent: true },
    onSuccess: async () => {
      toastSuccess(say('planning.deleted'))
      onClose()
      await utils.plans.invalidate()
    },
  })
  const askDelete = async () => {
    if (plan && (await askConfirm({ message: say('planning.deleteAsk'), danger: true }))) remove.mutate({ id: plan.id })
  }
  return {
    form: { ...form, busy: form.busy || remove.isPending, error: form.error ?? remove.error },
    isDeleting: remove.isPending,
    askDelete,
  }
}

/** Create or change the plan of a half day. The half day itself can be changed only while it has no reservations. */
export function PlanDialog({ kind, companyId, plan, slot, today, mayWrite, onClose }: Props) {
  const { form, isDeleting, askDelete } = usePlanForm({ kind, companyId, plan, slot, today, onClose })
  const isOver = plan !== null && plan.reserveTime < today
  const mayChange = mayWrite && !isOver
  const isTaken = (plan?.reservedCount ?? 0) > 0
  return (
    <FormDialog
      form={form}
      title={say(plan === null ? 'planning.add' : mayChange ? 'planning.edit' : 'planning.board')}
      wide
      readOnly={!mayChange}
      aside={
        plan &&
        mayChange &&
        !isTaken && (
          <Button variant="quiet" className="mr-auto" busy={isDeleting} onClick={() => void askDelete()}>
            {say('planning.delete')}
          </Button>
        )
      }
      onClose={onClose}
    >
      {isOver && <p className="text-caution sm:col-span-2">{say('planning.past')}</p>}
      {plan && plan.planKind !== kind && <OtherPlan plan={plan} />}
      {plan && <PlanFacts plan={plan} />}
      <PlanFields form={form} today={today} locked={{ slot: isTaken || !mayChange, count: !mayChange }} />
    </FormDialog>
  )
}

/** Say that a plan is changed on the board of the other kind, and lead there people who may open it. */
function OtherPlan({ plan: { planKind, companyId, reserveTime } }: { plan: PlanRow }) {
  const { routes } = useSession()
  const path = planViews[planKind]
  return (
    <p className="text-caution sm:col-span-2">
      {say(`planning.other.${planKind}`)}
      {routes.some((route) => route.path === path) && (
        <AppLink className="ml-2 text-accent underline" href={`${path}?day=${reserveTime}&company=${companyId}`}>
          {say(`planning.openOther.${planKind}`)}
        </AppLink>
      )}
    </p>
  )
}

/** The base of the plan, its numbers, and the link to its reservations. */
function PlanFacts({ plan }: { plan: PlanRow }) {
  const mayReserve = useMay('reservation')
  return (
    <p className="text-muted sm:col-span-2">
      {plan.company} ·{' '}
      {say('planning.summary', { total: plan.totalCount, reserved: plan.reservedCount, remain: plan.remainCount })}
      {mayReserve && (
        <AppLink className="ml-2 text-accent underline" href={`/reservation/index?plan=${plan.id}`}>
          {say('planning.reservations')}
        </AppLink>
      )}
    </p>
  )
}

type FieldProps = {
  form: ReturnType<typeof usePlanForm>['form']
  today: Day
  /** Which fields cannot be changed: the half day and type, or the number. */
  locked: { slot: boolean; count: boolean }
}

/** A plan that can only be read asks for nothing. */
const askedOf = ({ count }: FieldProps['locked']) => (count ? { required: false } : {})

/** The day, the half day, the type and the number of tankers. */
const PlanFields = ({ form, today, locked }: FieldProps) => (
  <>
    <DateField
      {...form.text('reserveTime')}
      {...askedOf(locked)}
      disabled={locked.slot}
      onChange={(reserveTime) => reserveTime !== '' && form.change({ reserveTime })}
      min={today}
    />
    <Select
      {...form.choice('reservePeriod')}
      {...askedOf(locked)}
      disabled={locked.slot}
      options={reservePeriods.map((value) => ({ value, label: say(`planning.period.${value}`) }))}
      onChange={(reservePeriod) => reservePeriod && form.change({ reservePeriod })}
    />
    <Select
      {...form.choice('tankerType')}
      {...askedOf(locked)}
      disabled={locked.slot}
      options={tankerTypes.map((value) => ({ value, label: say(`planning.tanker.${value}`) }))}
      onChange={(tankerType) => tankerType && form.change({ tankerType })}
    />
    <TextField
      {...form.text('totalCount')}
      {...askedOf(locked)}
      inputMode="numeric"
      maxLength={String(mostTankers).length}
      disabled={locked.count}
      onChange={(value) => form.change({ totalCount: value.replace(/\D/g, '') })}
      help={!locked.count && say('planning.totalCountHelp', { most: mostTankers })}
      data-autofocus
    />
  </>
)
