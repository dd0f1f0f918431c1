import { say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { TimeField } from '#client/ui/date-time-field.tsx'
import { TextField } from '#client/ui/field.tsx'
import type { RecordForm } from '#client/ui/form/use-record-form.tsx'
import { Select } from '#client/ui/select.tsx'
import { type Period, periods, SchedulePreviewRequest } from '#shared/schedules.ts'
import { weekdayNumbers } from './schedule-text.ts'

type CalendarValues = { every: Period; weekdays: number[]; monthDay: string; time: string }

/** The calendar of a schedule, and its next five runs. */
export function CalendarFields<Values extends CalendarValues & Record<string, unknown>, Row>({
  form,
}: {
  form: RecordForm<Values, Row>
}) {
  const { every, weekdays, monthDay, time } = form.values
  const fields = form as unknown as RecordForm<CalendarValues>
  const change = (patch: Partial<CalendarValues>) => form.change(patch as Partial<Values>)
  const calendar = {
    every,
    time,
    ...(every === 'week' ? { weekdays } : {}),
    ...(every === 'month' ? { monthDay } : {}),
  }
  const whole = SchedulePreviewRequest.safeParse(calendar)
  const preview = trpc.schedules.preview.useQuery(whole.data ?? { every: 'day', time: '00:00' }, {
    enabled: whole.success,
    meta: { silent: true },
  })
  return (
    <>
      <Select
        {...fields.choice('every')}
        options={periods.map((value) => ({ value, label: say(`schedules.every.${value}`) }))}
        onChange={(next) => next !== null && change({ every: next })}
      />
      <TimeField {...fields.text('time')} />
      {every === 'month' && (
        <TextField {...fields.text('monthDay')} required inputMode="numeric" className="sm:col-span-2" />
      )}
      {every === 'week' && <Weekdays chosen={weekdays} onChange={(next) => change({ weekdays: next })} />}
      {whole.success && preview.data && (
        <div className="rounded-md bg-sunken px-3 py-2 sm:col-span-2">
          <p>{say('schedules.next')}</p>
          <ul>
            {preview.data.runs.map(({ timeStr, shortened }) => (
              <li key={timeStr}>
                <span className="figures">{timeStr.slice(0, 'YYYY-MM-DD HH:mm'.length)}</span>{' '}
                {shortened && <span className="text-caution">{say('schedules.shortened', { day: monthDay })}</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

/** The weekdays of a weekly schedule; at least one stays chosen. */
const Weekdays = ({ chosen, onChange }: { chosen: readonly number[]; onChange: (weekdays: number[]) => void }) => (
  <fieldset className="flex flex-wrap gap-x-4 gap-y-1 sm:col-span-2">
    <legend className="mb-1 font-medium">{say('schedules.weekdays')}</legend>
    {weekdayNumbers.map((day) => (
      <label key={day} className="flex min-h-8 items-center gap-2">
        <input
          type="checkbox"
          checked={chosen.includes(day)}
          onChange={({ target }) => {
            const next = target.checked
              ? [...chosen, day].sort((left, right) => left - right)
              : chosen.filter((one) => one !== day)
            if (next.length > 0) onChange(next)
          }}
        />
        {say(`schedules.weekday.${day}`)}
      </label>
    ))}
  </fieldset>
)
