import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { say, useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { trpc } from '#client/trpc.ts'
import { askConfirm } from '#client/ui/box.ts'
import { Button } from '#client/ui/button.tsx'
import { useOpens } from '#client/ui/list/address-view.ts'
import { listQuery } from '#client/ui/list/list-query.ts'
import { OpeningList } from '#client/ui/list/opening-list.tsx'
import { actionsColumn } from '#client/ui/list/row-actions.tsx'
import type { Column } from '#client/ui/list/table.tsx'
import { useInnerList } from '#client/ui/list/use-inner-list.ts'
import { EmptyState } from '#client/ui/status.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import { TwoLines } from '#client/ui/two-lines.tsx'
import { doneTo } from '#client/undo.ts'
import type { SilenceRow } from '#shared/silences.ts'
import { whenText, whereText } from './rule-text.ts'
import type { SilencedSite } from './silence-dialog.tsx'

const SilenceRecordDialog = lazyPart(async () => (await import('./silence-dialog.tsx')).SilenceRecordDialog)

const pageSize = 10

const columns = (): Column<SilenceRow>[] => [
  {
    key: 'when',
    title: say('silences.when'),
    fixed: true,
    sticky: 'start',
    cell: (row) => <TwoLines top={whenText(row)} under={row.active && say('silences.active')} className="max-w-72" />,
  },
  { key: 'place', title: say('silences.place'), cell: (row) => whereText(row, say('silences.everywhere')) },
  {
    key: 'reason',
    title: say('silences.reason'),
    cell: ({ reason, excused }) => (
      <TwoLines top={reason} under={excused && say('silences.excused')} className="max-w-64" />
    ),
  },
  {
    key: 'person',
    title: say('silences.person'),
    cell: ({ person }) => person ?? <span className="text-muted">-</span>,
  },
]

const details = { title: ({ reason }: SilenceRow) => reason, without: ['reason'] }

/** The silence whose form is open; the palette opens a new one for a site. */
function useOpenSilence() {
  const [open, setOpen] = useState<SilenceRow | 'new' | null>(null)
  const [site, setSite] = useState<SilencedSite | null>(null)
  const requested = useOpens('silence')
  useEffect(() => {
    if (!requested) return
    setSite(requested.site)
    setOpen('new')
  }, [requested])
  const close = () => {
    setOpen(null)
    setSite(null)
  }
  return { open, setOpen, site, close }
}

/** The silences: current and future ones, and on request past ones. */
export function SilenceList() {
  const word = useWord()
  const utils = trpc.useUtils()
  const { page, size, change } = useInnerList('silence', pageSize)
  const [withPast, setWithPast] = useState(false)
  const { open, setOpen, site, close } = useOpenSilence()
  const list = trpc.silences.find.useQuery({ page, size, ...(withPast ? { withPast } : {}) }, listQuery)
  const { mutate: remove } = trpc.silences.delete.useMutation({
    onSettled: () => utils.silences.invalidate(),
  })
  const actions = [
    { label: word('silences.edit'), name: (row: SilenceRow) => `${word('silences.edit')} ${row.reason}`, run: setOpen },
    {
      label: word('silences.delete'),
      name: (row: SilenceRow) => `${word('silences.delete')} ${row.reason}`,
      danger: true,
      run: (row: SilenceRow) =>
        void askConfirm({ message: say('silences.deleteAsk', { name: row.reason }), danger: true }).then(
          (sure) =>
            sure &&
            remove({ id: row.id }, { onSuccess: () => toastSuccess(doneTo(say('silences.deleted'), row.reason)) }),
        ),
    },
  ]
  return (
    <>
      <OpeningList<SilenceRow>
        caption={word('silences.list')}
        name="silences"
        list={list}
        columns={[...columns(), actionsColumn<SilenceRow>(word('silences.actions'), actions, details.title)]}
        rowKey={({ id }) => id}
        view={{ page, size }}
        change={({ page: nextPage = page, size: nextSize = size }) => change({ page: nextPage, size: nextSize })}
        prefix="silence-"
        details={details}
        actions={
          <>
            <label className="flex min-h-8 items-center gap-2 pl-1">
              <input
                type="checkbox"
                checked={withPast}
                onChange={(event) => {
                  setWithPast(event.target.checked)
                  change({ page: 1 })
                }}
              />
              {word('silences.withPast')}
            </label>
            <Button icon={<Plus aria-hidden className="size-4" />} onClick={() => setOpen('new')}>
              {word('silences.add')}
            </Button>
          </>
        }
        empty={<EmptyState title={word('silences.none')} help={word('silences.noneHelp')} />}
      />
      {open !== null && <SilenceRecordDialog row={open === 'new' ? null : open} site={site} onClose={close} />}
    </>
  )
}
