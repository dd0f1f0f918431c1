import type { ReactNode } from 'react'
import { messageOf } from '#client/failures.ts'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { formatInstant } from '#client/ui/instant.ts'
import { PlainTable } from '#client/ui/plain-table.tsx'

type Deleted = { actor: string; deletedAt: string; restorableUntil: string }
type Props<Row> = {
  title: string
  /** What is shown when nothing was deleted. */
  empty: string
  query: { data: { data: readonly Row[] } | undefined; error: unknown; isPending: boolean }
  /** The columns before the person and the times of the deletion. */
  columns: readonly { title: string; figures?: boolean }[]
  rowKey: (row: Row) => string
  cells: (row: Row) => ReactNode[]
  onClose: () => void
}

/** Places deleted in the last 30 days, with the person who deleted them and until when they can be restored. */
export function BinDialog<Row extends Deleted>({ title, empty, query, columns, rowKey, cells, onClose }: Props<Row>) {
  const say = useWord()
  const { timeZone } = useSession()
  const time = (instant: string) => <span className="figures">{formatInstant(instant, timeZone)}</span>
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={title}
      footer={<Button onClick={onClose}>{say('ui.close')}</Button>}
    >
      {query.error ? (
        <p role="alert" className="text-danger">
          {messageOf(query.error)}
        </p>
      ) : (
        <PlainTable
          label={title}
          columns={[
            ...columns,
            { title: say('places.binBy') },
            { title: say('places.binAt') },
            { title: say('places.binUntil') },
          ]}
          rows={(query.data?.data ?? []).map((row) => ({
            key: rowKey(row),
            cells: [...cells(row), row.actor, time(row.deletedAt), time(row.restorableUntil)],
          }))}
          empty={query.isPending ? '…' : empty}
        />
      )}
    </Dialog>
  )
}

type RestoreProps = { name: string; busy: boolean; onRestore: () => void }

/** The button that restores a place. It belongs beside the name, where a narrow screen shows it without scrolling. */
export function RestoreButton({ name, busy, onRestore }: RestoreProps) {
  const say = useWord()
  return (
    <Button size="sm" busy={busy} aria-label={`${say('places.restore')} ${name}`} onClick={onRestore}>
      {say('places.restore')}
    </Button>
  )
}
