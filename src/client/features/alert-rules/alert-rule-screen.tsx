import { Plus } from 'lucide-react'
import { useState } from 'react'
import { SeverityMark } from '#client/features/alerts/severity-mark.tsx'
import { say, useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { trpc } from '#client/trpc.ts'
import { askConfirm } from '#client/ui/box.ts'
import { Button } from '#client/ui/button.tsx'
import { figures } from '#client/ui/list/columns.tsx'
import { listQuery } from '#client/ui/list/list-query.ts'
import { OpeningList } from '#client/ui/list/opening-list.tsx'
import { actionsColumn } from '#client/ui/list/row-actions.tsx'
import type { Column } from '#client/ui/list/table.tsx'
import { useInnerList } from '#client/ui/list/use-inner-list.ts'
import { EmptyState } from '#client/ui/status.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import { TwoLines } from '#client/ui/two-lines.tsx'
import { doneTo } from '#client/undo.ts'
import type { AlertRuleRow } from '#shared/alert-rules.ts'
import { conditionText, notifiedText, whereText } from './rule-text.ts'
import { SilenceList } from './silence-list.tsx'

const RuleDialog = lazyPart(async () => (await import('./rule-dialog.tsx')).RuleDialog)

const pageSize = 20
const nameOf = (row: AlertRuleRow) =>
  `${say(`alerts.kind.${row.kind}`)} · ${whereText(row, say('alertRules.everywhere'))}`

const columns = (): Column<AlertRuleRow>[] => [
  {
    key: 'kind',
    title: say('alertRules.kind'),
    fixed: true,
    sticky: 'start',
    cell: ({ kind }) => say(`alerts.kind.${kind}`),
  },
  { key: 'severity', title: say('alertRules.severity'), cell: ({ severity }) => <SeverityMark severity={severity} /> },
  { key: 'condition', title: say('alertRules.condition'), cell: (row) => conditionText(row) },
  {
    key: 'place',
    title: say('alertRules.place'),
    cell: (row) => (
      <TwoLines
        top={whereText(row, say('alertRules.everywhere'))}
        under={row.placeDeleted && say('alertRules.placeDeleted')}
        className="max-w-64"
      />
    ),
  },
  { key: 'channels', title: say('alertRules.channels'), cell: ({ channelIds }) => notifiedText(channelIds) },
  {
    key: 'enabled',
    title: say('alertRules.state'),
    cell: ({ enabled }) =>
      enabled ? say('alertRules.enabled') : <span className="text-muted">{say('alertRules.off')}</span>,
  },
  {
    key: 'updateTimeStr',
    title: say('alertRules.updateTime'),
    cell: ({ updateTimeStr }) => figures(updateTimeStr),
  },
]

const details = { title: nameOf, without: [] }

/** The rules that create events, and the silences. */
export function AlertRuleScreen() {
  const word = useWord()
  const utils = trpc.useUtils()
  const { page, size, change } = useInnerList('rule', pageSize)
  const [open, setOpen] = useState<AlertRuleRow | 'new' | null>(null)
  const list = trpc.alertRules.find.useQuery({ page, size }, listQuery)
  const { mutate: remove } = trpc.alertRules.delete.useMutation({
    onSettled: () => utils.alertRules.invalidate(),
  })
  const actions = [
    {
      label: word('alertRules.edit'),
      name: (row: AlertRuleRow) => `${word('alertRules.edit')} ${nameOf(row)}`,
      run: setOpen,
    },
    {
      label: word('alertRules.delete'),
      name: (row: AlertRuleRow) => `${word('alertRules.delete')} ${nameOf(row)}`,
      danger: true,
      run: (row: AlertRuleRow) =>
        void askConfirm({ message: say('alertRules.deleteAsk', { name: nameOf(row) }), danger: true }).then(
          (sure) =>
            sure &&
            remove({ id: row.id }, { onSuccess: () => toastSuccess(doneTo(say('alertRules.deleted'), nameOf(row))) }),
        ),
    },
  ]
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="page-title text-lg font-semibold">{word('route.alertRules')}</h1>
      <OpeningList<AlertRuleRow>
        caption={word('alertRules.list')}
        name="alertRules"
        list={list}
        columns={[...columns(), actionsColumn<AlertRuleRow>(word('alertRules.actions'), actions, nameOf)]}
        // With this column the table is wider than a usual screen.
        hiddenAtFirst={['updateTimeStr']}
        rowKey={({ id }) => id}
        view={{ page, size }}
        change={({ page: nextPage = page, size: nextSize = size }) => change({ page: nextPage, size: nextSize })}
        prefix="rule-"
        details={details}
        actions={
          <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => setOpen('new')}>
            {word('alertRules.add')}
          </Button>
        }
        empty={<EmptyState title={word('alertRules.none')} />}
      />
      <SilenceList />
      {open !== null && <RuleDialog row={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </div>
  )
}
