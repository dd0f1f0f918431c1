import { say } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { DateTimeField, TimeField, toField } from '#client/ui/date-time-field.tsx'
import { TextField } from '#client/ui/field.tsx'
import { useOwnBase } from '#client/ui/form/base-choice.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.tsx'
import { Select } from '#client/ui/select.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { businessTime } from '#shared/business-time.ts'
import { weekdays } from '#shared/silence-times.ts'
import { NewSilence, type SilenceRow, SilenceSave } from '#shared/silences.ts'
import { PlaceFields } from './place-fields.tsx'

/** The site of a new silence opened by the palette. */
export type SilencedSite = { id: number; name: string }

const usualHours = 4

/** Return the usual times of a silence, from now on for a few hours, in the business time zone. */
function usualTimes(timeZone: string): { startsAtStr: string; endsAtStr: string } {
  const now = Date.now()
  const textOf = (at: number) => toField(businessTime(new Date(at), timeZone))
  return { startsAtStr: textOf(now), endsAtStr: textOf(now + usualHours * 3_600_000) }
}

function valuesOf(row: SilenceRow | null, site: SilencedSite | null, ownBase: number | null, timeZone: string) {
  return {
    companyId: row ? row.companyId : ownBase,
    ...{
      siteId: row?.siteId ?? site?.id ?? null,
      clientId: row?.clientId ?? null,
      accountId: row?.accountId ?? null,
      type: row?.type ?? null,
    },
    ...(row ? { startsAtStr: toField(row.startsAtStr), endsAtStr: toField(row.endsAtStr) } : usualTimes(timeZone)),
    weekdays: row?.weekdays ?? null,
    ...{ startTime: row?.startTime ?? '', minutes: row?.minutes ? String(row.minutes) : '' },
    ...{ reason: row?.reason ?? '', excused: row?.excused ?? false },
  }
}
type Props = { row: SilenceRow | null; site?: SilencedSite | null; onClose: () => void }

type WeekdayProps = { chosen: readonly number[]; onChange: (next: number[]) => void }

/** Days of the week, at least one. */
const WeekdayChoice = ({ chosen, onChange }: WeekdayProps) => (
  <fieldset className="flex flex-wrap gap-x-4 gap-y-1 sm:col-span-2">
    <legend className="mb-1 font-medium">{say('silences.weekdays')}</legend>
    {weekdays.map((day) => (
      <label key={day} className="flex min-h-8 items-center gap-2">
        <input
          type="checkbox"
          checked={chosen.includes(day)}
          onChange={(event) => {
            const next = event.target.checked
              ? [...chosen, day].sort((left, right) => left - right)
              : chosen.filter((one) => one !== day)
            if (next.length > 0) onChange(next)
          }}
        />
        {say(`silences.day.${day}`)}
      </label>
    ))}
  </fieldset>
)

/** Add or change a silence: from one time to another, or for some hours of every week. */
export function SilenceRecordDialog({ row, site = null, onClose }: Props) {
  const first = valuesOf(row, site, useOwnBase(), useSession().timeZone)
  const utils = trpc.useUtils()
  const save = trpc.silences.save.useMutation({ meta: { silent: true } })
  const form = useRecordForm({
    words: 'silences',
    schema: row ? SilenceSave : NewSilence,
    values: first,
    row,
    send: ({ values }) => {
      const { startsAtStr, endsAtStr, weekdays: days, startTime, minutes, ...rest } = values
      const times = days === null ? { startsAtStr, endsAtStr } : { weekdays: days, startTime, minutes }
      const named = row ? { id: row.id, rowVersion: row.rowVersion } : {}
      return save.mutateAsync({ ...rest, ...times, ...named } as unknown as Parameters<typeof save.mutateAsync>[0])
    },
    refresh: () => Promise.all([utils.silences.invalidate(), utils.alerts.invalidate()]),
    onSaved: onClose,
  })
  const { weekdays: chosen, excused } = form.values
  return (
    <FormDialog form={form} title={say(row ? 'silences.editTitle' : 'silences.add')} onClose={onClose} size="md" wide>
      <PlaceFields form={form} names={row} siteName={site?.name} withOwners />
      <Select
        label={say('silences.repeats')}
        value={chosen === null ? 'once' : 'weekly'}
        options={(['once', 'weekly'] as const).map((value) => ({ value, label: say(`silences.${value}`) }))}
        onChange={(next) => form.change({ weekdays: next === 'weekly' ? [1] : null })}
        className="sm:col-span-2"
      />
      {chosen === null ? (
        <>
          <DateTimeField {...form.text('startsAtStr')} required />
          <DateTimeField {...form.text('endsAtStr')} required />
        </>
      ) : (
        <>
          <WeekdayChoice chosen={chosen} onChange={(next) => form.change({ weekdays: next })} />
          <TimeField {...form.text('startTime')} required />
          <TextField {...form.text('minutes')} inputMode="numeric" required />
        </>
      )}
      <TextArea
        {...form.text('reason')}
        {...(site ? { 'data-autofocus': true } : {})}
        rows={2}
        className="sm:col-span-2"
      />
      <label className="flex min-h-8 items-center gap-2 sm:col-span-2">
        <input type="checkbox" checked={excused} onChange={(event) => form.change({ excused: event.target.checked })} />
        {say('silences.excused')}
      </label>
    </FormDialog>
  )
}
