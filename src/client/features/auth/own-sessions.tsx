import { useMemo } from 'react'
import { messageOf } from '#client/failures.ts'
import { useWord } from '#client/i18n.ts'
import { leaveForLogin } from '#client/signed-out.ts'
import { trpc } from '#client/trpc.ts'
import { askConfirm } from '#client/ui/box.ts'
import { RowButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { figures } from '#client/ui/list/columns.tsx'
import { type Column, DataTable } from '#client/ui/list/table.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import type { OwnDevice, OwnSession } from '#shared/own-account.ts'
import { agentName } from './agent-name.ts'

type Kind = 'session' | 'device'
const usualRows = 1

type Words = ReturnType<typeof useWord>

const nameOf = (say: Words, row: { agent: string | null; kind?: OwnSession['kind'] }) =>
  row.kind === 'script' ? say('account.script') : (agentName(row.agent) ?? say('account.unknownAgent'))

type ColumnsOf<Row> = {
  kind: Kind
  usedAt: (row: Row) => string
  endRow: (kind: Kind, row: Row) => Promise<void>
}

/** The columns of both tables: where the session is used, its times, and the button that ends it. */
function sessionColumns<Row extends OwnSession | OwnDevice>(
  say: Words,
  { kind, usedAt, endRow }: ColumnsOf<Row>,
): Column<Row>[] {
  return [
    {
      key: 'place',
      title: say('account.place'),
      cell: (row) => (
        <span title={row.agent ?? undefined}>
          {nameOf(say, row)}
          {row.current && <span className="ml-2 text-muted">{say('account.current')}</span>}
        </span>
      ),
    },
    { key: 'address', title: say('account.address'), cell: (row) => row.address ?? '-' },
    { key: 'begun', title: say('account.begun'), cell: (row) => figures(row.createdAt) },
    { key: 'seen', title: say('account.seen'), cell: (row) => figures(usedAt(row)) },
    { key: 'expires', title: say('account.expires'), cell: (row) => figures(row.expiresAt) },
    {
      key: 'end',
      title: say('account.actions'),
      sticky: 'end',
      cell: (row) => (
        <RowButton
          label={say('account.end')}
          name={say(kind === 'session' ? 'account.endSession' : 'account.endDevice', { name: nameOf(say, row) })}
          onClick={() => void endRow(kind, row).catch(() => {})}
          className="-ml-2"
        />
      ),
    },
  ]
}

/** The user's sessions and remembered browsers, each with a button that ends it. */
export function OwnSessions() {
  const say = useWord()
  const utils = trpc.useUtils()
  const list = trpc.auth.sessions.useQuery(undefined, { meta: { silent: true } })
  const end = trpc.auth.endOwn.useMutation({ onSettled: () => utils.auth.sessions.invalidate() })
  const { mutateAsync } = end

  const columns = useMemo(() => {
    const endRow = async (kind: Kind, row: OwnSession | OwnDevice) => {
      if (!(await askConfirm({ message: say('account.endAsk', { name: nameOf(say, row) }), danger: true }))) return
      await mutateAsync({ id: row.id, kind })
      // Ending the current session means to sign out.
      if (kind === 'session' && row.current) leaveForLogin()
      else toastSuccess(say('account.ended'))
    }
    return {
      sessions: sessionColumns<OwnSession>(say, { kind: 'session', usedAt: (row) => row.lastSeenAt, endRow }),
      devices: sessionColumns<OwnDevice>(say, { kind: 'device', usedAt: (row) => row.lastUsedAt, endRow }),
    }
  }, [say, mutateAsync])

  return (
    <>
      <Card title={say('account.sessions')} padded={false}>
        <p className="border-b border-line px-4 py-3 text-muted">{say('account.sessionsHelp')}</p>
        <DataTable<OwnSession>
          caption={say('account.sessions')}
          size={usualRows}
          error={list.error ? messageOf(list.error) : null}
          onRetry={() => void list.refetch()}
          columns={columns.sessions}
          rows={list.data?.sessions}
          rowKey={(row) => row.id}
        />
      </Card>
      {/* Below the sessions, whose number is unknown until they are loaded. */}
      {list.data && <Devices rows={list.data.devices} columns={columns.devices} />}
    </>
  )
}

/** The browsers that may sign in without the password. */
function Devices({ rows, columns }: { rows: readonly OwnDevice[]; columns: Column<OwnDevice>[] }) {
  const say = useWord()
  const title = say('account.devices')
  return (
    <Card title={title} padded={false}>
      <p className={classNames('px-4 py-3 text-muted', rows.length > 0 && 'border-b border-line')}>
        {say(rows.length === 0 ? 'account.noDevices' : 'account.devicesHelp')}
      </p>
      {rows.length > 0 && (
        <DataTable<OwnDevice>
          caption={title}
          size={rows.length}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
        />
      )}
    </Card>
  )
}
