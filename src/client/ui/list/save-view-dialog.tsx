import { say } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { TextField } from '#client/ui/field.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.tsx'
import { isOwnerRole, roleOfLabel } from '#shared/roles.ts'
import { ViewSaveRequest, type ViewScreen, viewQueryOf } from '#shared/views.ts'

type Props = { screen: ViewScreen; hidden: string[] | null; onClose: () => void }

/** Save the current view under a name, for the user or for the base. */
export function SaveViewDialog({ screen, hidden, onClose }: Props) {
  const utils = trpc.useUtils()
  const role = roleOfLabel(useSession().nickName)
  const save = trpc.views.save.useMutation({ meta: { silent: true } })
  const form = useRecordForm({
    words: 'view',
    schema: ViewSaveRequest.pick({ name: true, shared: true }),
    values: { name: '', shared: false },
    send: ({ values }) => save.mutateAsync({ screen, hidden, query: viewQueryOf(location.search), ...values }),
    refresh: () => utils.views.invalidate(),
    onSaved: onClose,
    done: () => say('view.saved'),
  })
  return (
    <FormDialog form={form} title={say('view.save')} submit={{ label: say('ui.ok') }} onClose={onClose}>
      <TextField {...form.text('name')} help={say('view.about')} data-autofocus />
      {!isOwnerRole(role) && (
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            className="size-4"
            checked={form.values.shared}
            onChange={(event) => form.change({ shared: event.target.checked })}
          />
          {say('view.share')}
        </label>
      )}
    </FormDialog>
  )
}
