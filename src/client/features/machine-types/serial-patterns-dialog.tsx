import { useState } from 'react'
import { say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useDraftForm } from '#client/ui/form/use-draft-form.ts'
import { TextArea } from '#client/ui/text-area.tsx'
import { type SerialPatternsRow, SerialPatternsSave } from '#shared/serial-pattern.ts'

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Edit the serial patterns of the base, one a line; the check box derives them from the fleet. */
export function SerialPatternsDialog({ known, onClose }: { known: SerialPatternsRow; onClose: () => void }) {
  const utils = trpc.useUtils()
  const save = trpc.devices.saveSerialPatterns.useMutation({ meta: { silent: true } })
  // Keep the row version that the form began with, even after the patterns were reloaded.
  const [{ rowVersion }] = useState(known)
  const requestOf = ({ text, fromFleet }: { text: string; fromFleet: boolean }) => ({
    companyId: known.companyId,
    rowVersion,
    patterns: fromFleet ? null : linesOf(text),
  })
  const form = useDraftForm({
    values: { text: known.patterns.join('\n'), fromFleet: known.from === 'fleet' },
    isRight: (values) => SerialPatternsSave.safeParse(requestOf(values)).success,
    // Reload after a refusal too, so that the reopened dialog shows the patterns of the other user.
    send: (values) => save.mutateAsync(requestOf(values)).finally(() => utils.devices.serialPatterns.invalidate()),
    refresh: () => utils.devices.serialPatterns.invalidate(),
    onSaved: onClose,
  })
  const { text, fromFleet } = form.values
  const isRight = SerialPatternsSave.safeParse(requestOf(form.values)).success
  return (
    <FormDialog form={form} title={say('serialPatterns.title')} onClose={onClose}>
      <p>{say('serialPatterns.about')}</p>
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          className="size-4 accent-(--accent-fill)"
          checked={fromFleet}
          onChange={(event) => form.change({ fromFleet: event.target.checked })}
        />
        {say('serialPatterns.learn')}
      </label>
      <TextArea
        label={say('serialPatterns.patterns')}
        help={say('serialPatterns.help')}
        rows={5}
        disabled={fromFleet}
        controlClassName="font-mono py-1.5!"
        value={text}
        onChange={(next) => form.change({ text: next })}
        error={isRight ? null : say('serialPatterns.wrong')}
      />
    </FormDialog>
  )
}
