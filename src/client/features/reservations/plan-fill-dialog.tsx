import { type ReactNode, useId, useMemo } from 'react'
import { say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { DateRange } from '#client/ui/date-range.tsx'
import { TextField } from '#client/ui/field.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.tsx'
import type { Day } from '#shared/dates.ts'
import { mostTankers, type PlanKind, planFillForm, reservePeriods, tankerTypes } from '#shared/reservations.ts'

type Props = { kind: PlanKind; companyId: number; from: Day; to: Day; today: Day; onClose: () => void }

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

/** Set the same number of places for many half days at once; existing plans are not changed. */
export function PlanFillDialog({ kind, companyId, from, to, today, onClose }: Props) {
  const utils = trpc.useUtils()
  const fill = trpc.plans.fill.useMutation({ meta: { silent: true } })
  const form = useRecordForm({
    words: 'planning',
    schema: useMemo(() => planFillForm(today), [today]),
    values: {
      ...{ from, to, totalCount: '' },
      weekdays: [1, 2, 3, 4, 5] as readonly (typeof weekdays)[number][],
      reservePeriods: reservePeriods as readonly (typeof reservePeriods)[number][],
      tankerTypes: tankerTypes as readonly (typeof tankerTypes)[number][],
    },
    send: ({ values }) =>
      fill.mutateAsync({
        ...values,
        ...{ companyId, planKind: kind, totalCount: Number(values.totalCount) },
        ...{
          weekdays: [...values.weekdays],
          reservePeriods: [...values.reservePeriods],
          tankerTypes: [...values.tankerTypes],
        },
      }),
    refresh: () => utils.plans.invalidate(),
    onSaved: onClose,
    done: (answer) => say('planning.fillDone', answer),
  })
  const { choice, values } = form
  return (
    <FormDialog form={form} title={say('planning.fill')} submit={{ label: say('planning.fill') }} onClose={onClose}>
      <p className="text-muted">{say('planning.fillHelp')}</p>
      <DateRange
        label={say('planning.reserveTime')}
        value={[values.from, values.to]}
        shortcuts={[]}
        onChange={([first, last]) => form.change({ from: first, to: last })}
        error={choice('from').error ?? choice('to').error}
      />
      <Choices {...choice('weekdays')} all={weekdays} nameOf={(day) => say(`planning.weekday.${day}`)} />
      <Choices {...choice('reservePeriods')} all={reservePeriods} nameOf={(one) => say(`planning.period.${one}`)} />
      <Choices {...choice('tankerTypes')} all={tankerTypes} nameOf={(one) => say(`planning.tanker.${one}`)} />
      <TextField
        {...form.text('totalCount')}
        inputMode="numeric"
        maxLength={String(mostTankers).length}
        className="w-40"
        onChange={(value) => form.change({ totalCount: value.replace(/\D/g, '') })}
        help={`0–${mostTankers}`}
        data-autofocus
      />
    </FormDialog>
  )
}

type ChoicesProps<Value> = {
  label: ReactNode
  all: readonly Value[]
  value: readonly Value[]
  error: string | null
  onChange: (chosen: readonly Value[]) => void
  nameOf: (value: Value) => string
}

function Choices<Value extends string | number>({
  label,
  all,
  value: chosen,
  error,
  onChange,
  nameOf,
}: ChoicesProps<Value>) {
  const problem = useId()
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{label}</legend>
      <div className="flex flex-wrap gap-x-3 gap-y-1">
        {all.map((value, index) => (
          <label key={value} className="inline-flex min-h-8 items-center gap-1.5">
            <input
              type="checkbox"
              className="accent-(--accent-fill)"
              checked={chosen.includes(value)}
              aria-invalid={error !== null && index === 0 ? true : undefined}
              aria-describedby={error !== null && index === 0 ? problem : undefined}
              onChange={(event) =>
                onChange(all.filter((one) => (one === value ? event.target.checked : chosen.includes(one))))
              }
            />
            {nameOf(value)}
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
