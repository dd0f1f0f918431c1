import { useState } from 'react'
import { FormDialog } from '#client/features/places/form-dialog.tsx'
import { refusedAt } from '#client/features/places/refused.ts'
import { useWord } from '#client/i18n.ts'
import { useMay } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { askConfirm } from '#client/ui/box.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import type { Day } from '#shared/dates.ts'
import { mostTankers, type PlanKind, type PlanRow, reservePeriods, tankerTypes } from '#shared/reservations.ts'
import type { PlanSlot } from './plan-day.tsx'

type Props = { kind: PlanKind; companyId: number; plan: PlanRow | null; slot: PlanSlot; today: Day; mayWrite: boolean; onClose: () => void }

/** Makes or changes the plan of one half day; the half day itself only while nobody has reserved in it. */
export function PlanDialog({ kind, companyId, plan, slot, today, mayWrite, onClose }: Props) {
  const say = useWord()
  const utils = trpc.useUtils()
  const mayReserve = useMay('reservation')
  const [draft, setDraft] = useState<PlanSlot>(slot)
  const [count, setCount] = useState(String(plan?.totalCount ?? ''))
  const [left, setLeft] = useState(false)
  const done = async (word: 'planning.saved' | 'planning.deleted') => {
    toastSuccess(say(word))
    onClose()
    await utils.plans.invalidate()
  }
  const save = trpc.plans.save.useMutation({ meta: { silent: true }, onSuccess: () => done('planning.saved') })
  const remove = trpc.plans.delete.useMutation({ meta: { silent: true }, onSuccess: () => done('planning.deleted') })
  const isOver = plan !== null && plan.reserveTime < today
  const mayChange = mayWrite && !isOver
  const dayOver = draft.reserveTime < today ? say('planning.dayOver') : null
  const isTaken = (plan?.reservedCount ?? 0) > 0
  const busy = save.isPending || remove.isPending
  const problem = save.error ?? remove.error
  const refused = refusedAt(problem)
  const submit = () => {
    setLeft(true)
    if (dayOver !== null || !/^\d{1,3}$/.test(count)) return
    const { reserveTime, reservePeriod, tankerType } = draft
    const base = { reserveTime, reservePeriod, tankerType, totalCount: Number(count) }
    save.mutate(plan ? { ...base, id: plan.id, rowVersion: plan.rowVersion } : { ...base, planKind: kind, companyId })
  }
  const erase = async () => {
    if (plan && (await askConfirm({ message: say('planning.deleteAsk'), danger: true }))) remove.mutate({ id: plan.id })
  }
  return (
    <FormDialog
      title={say(plan ? 'planning.edit' : 'planning.add')}
      wide
      busy={busy}
      error={problem}
      draft={[draft, count]}
      names={['reserveTime', 'reservePeriod', 'tankerType', 'totalCount']}
      readOnly={!mayChange}
      aside={
        plan &&
        mayWrite &&
        !isTaken && (
          <Button variant="danger" className="mr-auto" busy={remove.isPending} onClick={() => void erase()}>
            {say('planning.delete')}
          </Button>
        )
      }
      onSubmit={submit}
      onClose={onClose}
    >
      {isOver && <p className="text-caution sm:col-span-2">{say('planning.past')}</p>}
      {plan && (
        <p className="text-muted sm:col-span-2">
          {plan.company} · {say('planning.summary', { total: plan.totalCount, reserved: plan.reservedCount, remain: plan.remainCount })}
          {mayReserve && (
            <AppLink className="ml-2 text-accent underline" href={`/reservation/index?plan=${plan.id}`}>
              {say('planning.reservations')}
            </AppLink>
          )}
        </p>
      )}
      <TextField
        label={say('planning.reserveTime')}
        type="date"
        required
        disabled={isTaken || !mayChange}
        value={draft.reserveTime}
        onChange={(reserveTime) => reserveTime !== '' && setDraft({ ...draft, reserveTime })}
        error={mayChange && left ? (dayOver ?? refused('reserveTime')) : null}
        min={today}
      />
      <Select
        label={say('planning.reservePeriod')}
        required
        disabled={isTaken || !mayChange}
        value={draft.reservePeriod}
        options={reservePeriods.map((value) => ({ value, label: say(`planning.period.${value}`) }))}
        onChange={(reservePeriod) => reservePeriod && setDraft({ ...draft, reservePeriod })}
        error={refused('reservePeriod')}
      />
      <Select
        label={say('planning.tankerType')}
        required
        disabled={isTaken || !mayChange}
        value={draft.tankerType}
        options={tankerTypes.map((value) => ({ value, label: say(`planning.tanker.${value}`) }))}
        onChange={(tankerType) => tankerType && setDraft({ ...draft, tankerType })}
        error={refused('tankerType')}
      />
      <TextField
        label={say('planning.totalCount')}
        required
        inputMode="numeric"
        maxLength={3}
        disabled={!mayChange}
        value={count}
        onChange={(value) => setCount(value.replace(/\D/g, ''))}
        help={say('planning.totalCountHelp', { most: mostTankers })}
        error={left && count === '' ? say('planning.totalCountMissing') : refused('totalCount')}
        data-autofocus
      />
    </FormDialog>
  )
}
