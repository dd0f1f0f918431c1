import { useMemo } from 'react'
import { z } from 'zod'
import { type Custody, machinesText } from '#client/features/devices/named-machines.ts'
import { say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { TextField } from '#client/ui/field.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { RadioField } from '#client/ui/form/radio-field.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.tsx'
import { toastError } from '#client/ui/toast.ts'
import { doneTo } from '#client/undo.ts'
import { type ConflictResolveAnswer, ConflictResolveRequest } from '#shared/feed-conflicts.ts'
import { type ConflictAction, possibleActions } from './conflict-actions.ts'
import { ConflictStory, type DecidedConflict, returnOf } from './conflict-story.tsx'

type Props = {
  rows: readonly DecidedConflict[]
  /** The decision that was already chosen; without it the person chooses in the dialog. */
  decision?: Exclude<ConflictAction, 'return'>
  onClose: () => void
  onDone: () => void
  /** Called when the person chooses the return of the machines, which is recorded as a return from repair. */
  onReturn: (custody: Custody) => void
}

const none: readonly never[] = []

function warnOfRefused({ refused }: ConflictResolveAnswer): void {
  if (refused.length === 0) return
  const serials = refused.map(({ serial }) => serial).join(', ')
  toastError(say('conflict.refused', { count: refused.length, serials }))
}

/** Show what a feed reported and what people have recorded, then ask which is true. */
export function ConflictDialog({ rows, decision, onClose, onDone, onReturn }: Props) {
  const utils = trpc.useUtils()
  const resolve = trpc.feeds.resolve.useMutation({ meta: { silent: true } })
  const actions = possibleActions(rows)
  const form = useRecordForm({
    words: 'conflict',
    schema: useMemo(
      () =>
        z.object({
          decision: z.enum(['return', 'found', 'keep']),
          ...ConflictResolveRequest.pick({ reason: true }).shape,
        }),
      [],
    ),
    values: { decision: (decision ?? null) as ConflictAction | null, reason: '' },
    send: async ({ values: { decision: chosen, reason } }) =>
      chosen === null || chosen === 'return'
        ? null
        : await resolve.mutateAsync({ ids: rows.map(({ id }) => id), decision: chosen, reason }),
    refresh: () => utils.invalidate(),
    onSaved: (answer) => {
      if (answer === null) return onReturn(returnOf(rows))
      warnOfRefused(answer)
      onDone()
    },
    done: (answer) => {
      if (answer === null || answer.resolved === 0 || answer.decision === 'lost' || answer.decision === 'scrap')
        return null
      const whole = answer.refused.length === 0
      return doneTo(say(`conflict.did.${answer.decision}`), machinesText(whole ? rows : none, answer.resolved))
    },
  })
  const { decision: chosen } = form.values
  const [only] = rows
  return (
    <FormDialog
      form={form}
      title={
        rows.length === 1 && only
          ? say('conflict.decideOne', { serial: only.serial })
          : say('conflict.decideMany', { count: rows.length })
      }
      submit={{ label: say(chosen === 'return' ? 'custody.return' : 'ui.save') }}
      onClose={onClose}
    >
      <ConflictStory rows={rows} />
      <RadioField
        {...form.choice('decision')}
        options={actions.map((value) => ({
          value,
          label: say(`conflict.decision.${value}`),
          help: say(`conflict.mean.${value}`),
        }))}
      />
      {chosen !== 'return' && <TextField {...form.text('reason')} help={say('scrap.reason.help')} />}
    </FormDialog>
  )
}
