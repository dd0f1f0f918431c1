import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { messageOf } from '#client/failures.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { DateRange } from '#client/ui/date-range.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/field.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import type { Day } from '#shared/dates.ts'
import { mostTankers, type PlanKind, reservePeriods, tankerTypes } from '#shared/reservations.ts'

type Props = { kind: PlanKind; companyId: number; from: Day; to: Day; onClose: () => void }

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

/** The same number of places for many half days at once; plans that are there stay as they are. */
export function PlanFillDialog({ kind, companyId, from, to, onClose }: Props) {
  const say = useWord()
  const formId = useId()
  const utils = trpc.useUtils()
  const [range, setRange] = useState<[Day, Day]>([from, to])
  const [days, setDays] = useState<readonly (typeof weekdays)[number][]>([1, 2, 3, 4, 5])
  const [periods, setPeriods] = useState<readonly (typeof reservePeriods)[number][]>(reservePeriods)
  const [types, setTypes] = useState<readonly (typeof tankerTypes)[number][]>(tankerTypes)
  const [count, setCount] = useState('')
  const [left, setLeft] = useState(false)
  const fill = trpc.plans.fill.useMutation({
    meta: { silent: true },
    onSuccess: async (answer) => {
      toastSuccess(say('planning.fillDone', answer))
      onClose()
      await utils.plans.invalidate()
    },
  })
  const isNothing = days.length === 0 || periods.length === 0 || types.length === 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setLeft(true)
    if (fill.isPending || isNothing || count === '') return
    fill.mutate({
      companyId,
      planKind: kind,
      from: range[0],
      to: range[1],
      weekdays: [...days],
      reservePeriods: [...periods],
      tankerTypes: [...types],
      totalCount: Number(count),
    })
  }
  return (
    <Dialog
      open
      onClose={() => !fill.isPending && onClose()}
      title={say('planning.fill')}
      footer={
        <>
          <Button onClick={onClose}>{say('ui.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={fill.isPending}>
            {say('planning.fill')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <p className="text-muted">{say('planning.fillHelp')}</p>
        <DateRange label={say('planning.reserveTime')} value={range} shortcuts={[]} onChange={setRange} />
        <Choices legend={say('planning.weekdays')} all={weekdays} chosen={days} onChange={setDays} label={(day) => say(`planning.weekday.${day}`)} />
        <Choices
          legend={say('planning.reservePeriod')}
          all={reservePeriods}
          chosen={periods}
          onChange={setPeriods}
          label={(one) => say(`planning.period.${one}`)}
        />
        <Choices legend={say('planning.tankerType')} all={tankerTypes} chosen={types} onChange={setTypes} label={(one) => say(`planning.tanker.${one}`)} />
        <TextField
          label={say('planning.totalCount')}
          required
          inputMode="numeric"
          maxLength={3}
          className="w-40"
          value={count}
          onChange={(value) => setCount(value.replace(/\D/g, ''))}
          help={`0–${mostTankers}`}
          error={left && count === '' ? say('planning.totalCountMissing') : null}
          data-autofocus
        />
        {(fill.error || (left && isNothing)) && (
          <p role="alert" className="text-danger">
            {fill.error ? messageOf(fill.error) : say('planning.none')}
          </p>
        )}
      </form>
    </Dialog>
  )
}

type ChoicesProps<Value> = {
  legend: ReactNode
  all: readonly Value[]
  chosen: readonly Value[]
  onChange: (chosen: readonly Value[]) => void
  label: (value: Value) => string
}

function Choices<Value extends string | number>({ legend, all, chosen, onChange, label }: ChoicesProps<Value>) {
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {all.map((value) => (
          <label key={value} className="inline-flex min-h-8 items-center gap-2">
            <input
              type="checkbox"
              className="accent-(--accent-fill)"
              checked={chosen.includes(value)}
              onChange={(event) => onChange(all.filter((one) => (one === value ? event.target.checked : chosen.includes(one))))}
            />
            {label(value)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
