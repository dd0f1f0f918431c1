import { useSiteChoices } from '#client/features/places/use-place-choices.ts'
import { say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { TextField } from '#client/ui/field.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.tsx'
import { AccountSave } from '#shared/place-forms.ts'

type Account = {
  id: number
  name: string
  clientId: number
  siteId: number | null
  site: string | null
  rowVersion: number
}
/** `account` = the sub-account to change, `clientId` = the client of a new one. */
type Props = { account: Account; onClose: () => void } | { account: null; clientId: number; onClose: () => void }

/** Add a sub-account of a client, or change its name and site. */
export function AccountDialog(props: Props) {
  const { account, onClose } = props
  const clientId = props.account === null ? props.clientId : props.account.clientId
  const utils = trpc.useUtils()
  const client = trpc.clients.get.useQuery({ id: clientId })
  const sites = useSiteChoices(client.data?.companyId)
  const save = trpc.accounts.save.useMutation({ meta: { silent: true } })
  const update = trpc.accounts.update.useMutation({ meta: { silent: true } })
  const form = useRecordForm({
    words: 'placeAccount',
    schema: AccountSave.omit({ clientId: true }),
    values: { name: account?.name ?? '', siteId: account?.siteId ?? null },
    row: account,
    edited: {
      read: (): Promise<Account> => utils.accounts.get.fetch({ id: account?.id ?? 0 }, { staleTime: 0 }),
      fields: { name: true, site: true },
    },
    send: async ({ values, changed, row }) => {
      if (row) await update.mutateAsync({ ...changed, id: row.id, rowVersion: row.rowVersion })
      else await save.mutateAsync({ ...values, clientId })
    },
    refresh: () => Promise.all([utils.accounts.invalidate(), utils.clients.invalidate(), utils.sites.invalidate()]),
    onSaved: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={account ? say('places.editOf', { name: account.name }) : say('places.addAccount')}
      onClose={onClose}
    >
      <TextField {...form.text('name')} data-autofocus />
      <Combobox
        {...form.choice('siteId')}
        chosenLabel={account?.site ?? undefined}
        placeholder={say('places.noSite')}
        options={sites.options}
        loading={sites.loading}
        onSearch={sites.search}
      />
    </FormDialog>
  )
}
