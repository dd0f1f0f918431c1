import { useEncryptPassword } from '#client/encrypt-password.ts'
import { OwnPasswordField } from '#client/features/auth/own-password-field.tsx'
import { say } from '#client/i18n.ts'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useDraftForm } from '#client/ui/form/use-draft-form.ts'
import { doneTo, undoBy } from '#client/undo.ts'

/** The question before a place is deleted, and the calls that delete and restore it. */
export type DeleteQuestion = {
  name: string
  ask: string
  title: string
  text: string
  remove: (password: string) => Promise<unknown>
  /** Restore the place from the bin and reload all data that shows it. */
  restore: () => Promise<unknown>
  refresh: () => Promise<unknown>
}

type Props = { question: DeleteQuestion; onClose: () => void; onDeleted: () => void }

/** The second question before a place is deleted: the person types the password again. The first is a confirmation. */
export function DeletePlaceDialog({
  question: { name, title, text, remove, restore, refresh },
  onClose,
  onDeleted,
}: Props) {
  const encrypt = useEncryptPassword()
  const form = useDraftForm({
    values: { password: '' },
    names: ['password'],
    isRight: ({ password }) => password !== '',
    send: async ({ password }) => remove(await encrypt(password)),
    refresh: async () => {},
    onSaved: onDeleted,
    done: () => {
      const text = doneTo(say('places.deleted'), name)
      return { text, action: undoBy(restore, refresh, text) }
    },
  })
  const { password } = form.values
  return (
    // Closing the dialog does not ask, because a typed password is not a draft worth keeping.
    <FormDialog
      form={{ ...form, dirty: false }}
      title={title}
      submit={{ label: say('ui.ok'), danger: true }}
      onClose={onClose}
    >
      <p>{text}</p>
      <OwnPasswordField
        value={password}
        onChange={(next) => form.change({ password: next })}
        error={form.tried && password === '' ? say('ownPassword.missing') : form.refused('password')}
        autoFocus
      />
    </FormDialog>
  )
}
