import { useWord } from '#client/i18n.ts'
import { TextField } from '#client/ui/field.tsx'
import type { RecordForm } from '#client/ui/form/use-record-form.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import type { DeviceValues } from './device-line.ts'

const lines = ['hall', 'rack', 'shelf', 'firmware', 'ip', 'mac', 'powerW', 'tags'] as const

/** The facts about a machine that a user enters, apart from its type and owner. */
export function DeviceFactFields({ form }: { form: RecordForm<DeviceValues, never> }) {
  const say = useWord()
  return (
    <fieldset className="contents">
      <legend className="sr-only">{say('deviceForm.facts')}</legend>
      <p aria-hidden className="border-t border-line pt-3 font-medium sm:col-span-2">
        {say('deviceForm.facts')}
      </p>
      {lines.map((name) => (
        <TextField key={name} {...form.text(name)} autoComplete="off" spellCheck={false} />
      ))}
      <TextArea {...form.text('note')} rows={2} className="sm:col-span-2" />
    </fieldset>
  )
}
