import { type FormEvent, useId, useState } from 'react'
import { useSiteChoices } from '#client/features/devices/use-choices.ts'
import { changedOnly, useEditedRow } from '#client/features/places/edit-conflict.tsx'
import { PlaceRefusal } from '#client/features/places/place-refusal.tsx'
import { useSubmit } from '#client/features/places/use-submit.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Combobox } from '#client/ui/combobox.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/field.tsx'
import { nameProblem } from '#shared/place-forms.ts'

type Account = { id: number; name: string; clientId: number; siteId: number | null; site: string | null; rowVersion: number }
/** `account` = the one that is changed, `clientId` = whose a new one is. */
type Props = { account: Account; onClose: () => void } | { account: null; clientId: number; onClose: () => void }

/** Adds a sub-account of a client, or renames and places one. */
export function AccountDialog(props: Props) {
  const { account, onClose } = props
  const say = useWord()
  const form = useId()
  const utils = trpc.useUtils()
  const client = trpc.clients.get.useQuery({ id: props.account?.clientId ?? (props.account === null ? props.clientId : 0) })
  const sites = useSiteChoices(client.data?.companyId)
  const [opened] = useState(account)
  const { row, onError, conflict } = useEditedRow(opened, () => utils.accounts.get.fetch({ id: account?.id ?? 0 }, { staleTime: 0 }), {
    name: { label: say('places.accountName') },
    site: { label: say('places.accountSite') },
  })
  const [name, setName] = useState(account?.name ?? '')
  const [siteId, setSiteId] = useState(account?.siteId ?? null)
  const [left, setLeft] = useState(false)
  const save = trpc.accounts.save.useMutation({ meta: { silent: true } })
  const update = trpc.accounts.update.useMutation({ meta: { silent: true }, onError })
  const { busy, error, submit } = useSubmit<unknown>({
    isNew: account === null,
    onSaved: onClose,
    refresh: () => Promise.all([utils.accounts.invalidate(), utils.clients.invalidate(), utils.sites.invalidate()]),
  })
  const isMissing = nameProblem(name) !== null
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setLeft(true)
    if (isMissing) return
    if (row && opened) {
      const changed = changedOnly({ name, siteId }, { name: opened.name, siteId: opened.siteId })
      await submit(() => update.mutateAsync({ ...changed, id: row.id, rowVersion: row.rowVersion }))
    } else if (props.account === null) {
      const { clientId } = props
      await submit(() => save.mutateAsync({ clientId, name, siteId }))
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={account ? say('places.editOf', { name: account.name }) : say('places.addAccount')}
      footer={
        <>
          <Button onClick={onClose}>{say('ui.cancel')}</Button>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            {say('ui.save')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={send} className="grid gap-4">
        <PlaceRefusal error={error} conflict={conflict} />
        <TextField
          label={say('places.accountName')}
          required
          maxLength={64}
          autoComplete="off"
          value={name}
          onChange={setName}
          onBlur={() => setLeft(true)}
          error={left && isMissing ? say('places.accountName.missing') : null}
          data-autofocus
        />
        <Combobox
          label={say('places.accountSite')}
          value={siteId}
          chosenLabel={account?.site ?? undefined}
          placeholder={say('places.noSite')}
          options={sites.options}
          loading={sites.loading}
          onSearch={sites.search}
          onChange={setSiteId}
        />
      </form>
    </Dialog>
  )
}
