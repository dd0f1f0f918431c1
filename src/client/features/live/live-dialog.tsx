import { useState } from 'react'
import { useEncryptPassword } from '#client/encrypt-password.ts'
import { messageOf } from '#client/failures.ts'
import { OwnPasswordField } from '#client/features/auth/own-password-field.tsx'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { askConfirm } from '#client/ui/box.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useDraftForm } from '#client/ui/form/use-draft-form.ts'
import { PlainTable } from '#client/ui/plain-table.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import type { IssuedToken } from '#shared/auth.ts'
import { longestTokenName, type ReportTokenRow } from '#shared/live.ts'
import { MadeToken } from './made-token.tsx'

const usualDays = '365'
const isDays = (days: string): boolean => /^\d{1,3}$/.test(days) && Number(days) >= 1 && Number(days) <= 365

type Props = { site: { id: number; name: string }; onClose: () => void }

/**
 * The tokens with which collectors report for a site: issued after the person's own password is checked, shown once,
 * revoked at once. The dialog stays open after a token is issued.
 */
export function LiveDialog({ site, onClose }: Props) {
  const say = useWord()
  const [made, setMade] = useState<IssuedToken | null>(null)
  const form = useTokenForm(site.id, setMade)
  const { name, days, password } = form.values
  return (
    <FormDialog
      form={form}
      title={say('live.title', { site: site.name })}
      onClose={onClose}
      size="lg"
      wide
      stays
      submit={{ label: say('live.make') }}
    >
      <p className="text-muted sm:col-span-2">{say('live.help')}</p>
      <TextField
        label={say('live.name')}
        help={say('live.nameHelp')}
        maxLength={longestTokenName}
        value={name}
        onChange={(next) => form.change({ name: next })}
        error={form.refused('name')}
      />
      <TextField
        label={say('live.days')}
        inputMode="numeric"
        required
        value={days}
        onChange={(next) => form.change({ days: next })}
        error={form.tried && !isDays(days) ? say('live.daysWrong') : form.refused('days')}
      />
      <OwnPasswordField
        value={password}
        onChange={(next) => form.change({ password: next })}
        error={form.tried && password === '' ? say('ownPassword.missing') : form.refused('ownPassword')}
      />
      <div className="grid min-w-0 grid-cols-1 gap-4 sm:col-span-2">
        {made && <MadeToken made={made} />}
        <TokenTable siteId={site.id} />
      </div>
    </FormDialog>
  )
}

/** The values of a new token; empty again after each token. */
function useTokenForm(siteId: number, onMade: (made: IssuedToken) => void) {
  const utils = trpc.useUtils()
  const encrypt = useEncryptPassword()
  const create = trpc.live.createToken.useMutation({ meta: { silent: true } })
  const form = useDraftForm({
    values: { name: '', days: usualDays, password: '' },
    names: ['name', 'days', 'ownPassword'],
    isRight: ({ days, password }) => isDays(days) && password !== '',
    send: async ({ name, days, password }) =>
      create.mutateAsync({ siteId, name, days: Number(days), ownPassword: await encrypt(password) }),
    refresh: () => utils.live.tokens.invalidate(),
    // The dialog shows the token.
    done: () => null,
    onSaved: (made: IssuedToken) => {
      onMade(made)
      form.startAgain()
    },
  })
  return form
}

/** The tokens of the site, each with the button that revokes it. */
function TokenTable({ siteId }: { siteId: number }) {
  const say = useWord()
  const utils = trpc.useUtils()
  const list = trpc.live.tokens.useQuery({ siteId }, { meta: { silent: true } })
  const revoke = trpc.live.endToken.useMutation({ onSettled: () => utils.live.tokens.invalidate() })
  const askRevoke = async (row: ReportTokenRow) => {
    const called = row.name ?? `#${row.id}`
    if (!(await askConfirm({ message: say('live.endAsk', { name: called }), danger: true }))) return
    await revoke.mutateAsync({ id: row.id })
    toastSuccess(say('live.ended'))
  }
  const figures = (text: string) => <span className="figures whitespace-nowrap">{text}</span>
  return list.error ? (
    <p role="alert" className="text-danger">
      {messageOf(list.error)}
    </p>
  ) : (
    <PlainTable
      label={say('live.tokens')}
      columns={[
        { title: say('live.name'), grow: true, wrap: true },
        { title: say('device.column.actions') },
        { title: say('live.madeBy') },
        { title: say('live.seen') },
        { title: say('live.created') },
        { title: say('live.expires') },
      ]}
      rows={(list.data?.data ?? []).map((row) => ({
        key: String(row.id),
        cells: [
          row.name ?? `#${row.id}`,
          <Button
            key="end"
            size="sm"
            variant="quiet"
            aria-label={say('live.endOf', { name: row.name ?? `#${row.id}` })}
            onClick={() => void askRevoke(row).catch(() => {})}
          >
            {say('live.end')}
          </Button>,
          row.madeBy,
          row.lastSeenAt === null ? say('live.neverSeen') : figures(row.lastSeenAt),
          figures(row.createdAt),
          figures(row.expiresAt),
        ],
      }))}
      empty={list.isPending ? '…' : say('live.none')}
    />
  )
}
