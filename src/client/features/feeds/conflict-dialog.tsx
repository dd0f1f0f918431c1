import { say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { TextField } from '#client/ui/field.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.tsx'
import { toastError } from '#client/ui/toast.ts'
import { type ConflictDecision, ConflictResolveRequest, type ConflictRow } from '#shared/feed-conflicts.ts'

const namedSerials = 8

type Props = {
  decision: ConflictDecision
  rows: readonly Pick<ConflictRow, 'id' | 'serial'>[]
  onClose: (done: boolean) => void
}

/** Says what the decision does to the chosen machines, takes a reason, decides. */
export function ConflictDialog({ decision, rows, onClose }: Props) {
  const utils = trpc.useUtils()
  const resolve = trpc.feeds.resolve.useMutation({ meta: { silent: true } })
  const form = useRecordForm({
    words: 'conflict',
    schema: ConflictResolveRequest.pick({ reason: true }),
    values: { reason: '' },
    send: ({ values }) => resolve.mutateAsync({ ids: rows.map(({ id }) => id), decision, ...values }),
    refresh: () => utils.invalidate(),
    onSaved: ({ refused }) => {
      if (refused.length > 0)
        toastError(
          say('conflict.refused', { count: refused.length, serials: refused.map(({ serial }) => serial).join(', ') }),
        )
      onClose(true)
    },
    done: ({ resolved }) => (resolved > 0 ? say('conflict.done', { count: resolved }) : null),
  })
  const serials = rows.slice(0, namedSerials).map(({ serial }) => serial)
  return (
    <FormDialog
      form={form}
      title={say(`conflict.decision.${decision}`)}
      role="alertdialog"
      submit={{ label: say('ui.ok'), danger: decision === 'scrap' }}
      onClose={() => onClose(false)}
    >
      <div>
        <p className="font-medium">{say(`conflict.ask.${decision}`, { count: rows.length })}</p>
        <p className="mt-1 break-all text-muted">
          {serials.join(', ')}
          {rows.length > serials.length && ' …'}
        </p>
      </div>
      <TextField {...form.text('reason')} help={say('scrap.reason.help')} data-autofocus />
    </FormDialog>
  )
}
