import { type ReactNode, useId, useState } from 'react'
import { FormDialog } from '#client/features/places/form-dialog.tsx'
import { refusedAt } from '#client/features/places/refused.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { DateRange } from '#client/ui/date-range.tsx'
import { TextField } from '#client/ui/field.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import type { Day } from '#shared/dates.ts'
import { mostTankers, type PlanKind, reservePeriods, tankerTypes } from '#shared/reservations.ts'

type Props = { kind: PlanKind; companyId: number; from: Day; to: Day; today: Day; onClose: () => void }

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

/** The same number of places for many half days at once; plans that are there stay as they are. */
export function PlanFillDialog({ kind, companyId, from, to, today, onClose }: Props) {
  const say = useWord()
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
  const refused = refusedAt(fill.error)
  const rangeProblem = range[0] < today ? say('planning.dayOver') : (refused('from') ?? refused('to'))
  const none = (chosen: readonly unknown[]) => (left && chosen.length === 0 ? say('planning.none') : null)
  const submit = () => {
    setLeft(true)
    if (isNothing || range[0] < today || count === '') return
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
    <FormDialog
      title={say('planning.fill')}
      submit={{ label: say('planning.fill') }}
      busy={fill.isPending}
      error={fill.error}
      draft={[range, days, periods, types, count]}
      names={['from', 'to', 'totalCount']}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-muted">{say('planning.fillHelp')}</p>
      <DateRange label={say('planning.reserveTime')} value={range} shortcuts={[]} onChange={setRange} error={rangeProblem} />
      <Choices
        legend={say('planning.weekdays')}
        all={weekdays}
        chosen={days}
        error={none(days)}
        onChange={setDays}
        label={(day) => say(`planning.weekday.${day}`)}
      />
      <Choices
        legend={say('planning.reservePeriod')}
        all={reservePeriods}
        chosen={periods}
        error={none(periods)}
        onChange={setPeriods}
        label={(one) => say(`planning.period.${one}`)}
      />
      <Choices
        legend={say('planning.tankerType')}
        all={tankerTypes}
        chosen={types}
        error={none(types)}
        onChange={setTypes}
        label={(one) => say(`planning.tanker.${one}`)}
      />
      <TextField
        label={say('planning.totalCount')}
        required
        inputMode="numeric"
        maxLength={3}
        className="w-40"
        value={count}
        onChange={(value) => setCount(value.replace(/\D/g, ''))}
        help={`0–${mostTankers}`}
        error={left && count === '' ? say('planning.totalCountMissing') : refused('totalCount')}
        data-autofocus
      />
    </FormDialog>
  )
}

type ChoicesProps<Value> = {
  legend: ReactNode
  all: readonly Value[]
  chosen: readonly Value[]
  error: string | null
  onChange: (chosen: readonly Value[]) => void
  label: (value: Value) => string
}

function Choices<Value extends string | number>({ legend, all, chosen, error, onChange, label }: ChoicesProps<Value>) {
  const problem = useId()
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-x-3 gap-y-1">
        {all.map((value, index) => (
          <label key={value} className="inline-flex min-h-8 items-center gap-1.5">
            <input
              type="checkbox"
              className="accent-(--accent-fill)"
              checked={chosen.includes(value)}
              aria-invalid={error !== null && index === 0 ? true : undefined}
              aria-describedby={error !== null && index === 0 ? problem : undefined}
              onChange={(event) => onChange(all.filter((one) => (one === value ? event.target.checked : chosen.includes(one))))}
            />
            {label(value)}
          </label>
        ))}
      </div>
      {error && (
        <p id={problem} className="text-xs text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
