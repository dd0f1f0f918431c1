import { say, sayTitle } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { trpc } from '#client/trpc.ts'
import { askConfirm } from '#client/ui/box.ts'
import { cut, figures } from '#client/ui/list/columns.tsx'
import { declareList } from '#client/ui/list/declare-list.ts'
import { listQuery } from '#client/ui/list/list-query.ts'
import { ListScreen } from '#client/ui/list/list-screen.tsx'
import type { RowAction } from '#client/ui/list/row-actions.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import { doneTo, undoBy } from '#client/undo.ts'
import { FeedSourceListRequest, type FeedSourceRow } from '#shared/feed-sources.ts'

const SourceForm = lazyPart(async () => (await import('./source-form.tsx')).SourceForm)
const ofBase = ({ companyId }: FeedSourceRow): boolean => companyId !== null

const stateColors = { applied: '', unchanged: '', question: 'text-caution', failed: 'text-danger' } as const

const sources = declareList({
  name: 'feedSources',
  words: 'feedSources',
  heading: 'route.feedSources',
  filters: FeedSourceListRequest.pick({}),
  useRows: (request) => trpc.feedSources.find.useQuery(request, { ...listQuery, refetchInterval: 15_000 }),
  columns: [
    { key: 'company', fixed: true, cell: ({ company }) => company ?? say('feedSources.operator') },
    { key: 'host', cell: ({ host }) => cut(host, 'max-w-64') },
    { key: 'everyMinutes', align: 'end' },
    {
      key: 'state',
      cell: ({ state }) => (
        <span className={state === 'paused' ? 'text-muted' : ''}>{sayTitle(`feedSources.state.${state}`)}</span>
      ),
    },
    {
      key: 'lastState',
      fixed: true,
      cell: ({ lastState }) =>
        lastState && <span className={stateColors[lastState]}>{sayTitle(`feedSources.last.${lastState}`)}</span>,
    },
    { key: 'problem', cell: ({ problem }) => cut(problem, 'max-w-96') },
    { key: 'lastPull', cell: ({ lastPullStr }) => figures(lastPullStr) },
    { key: 'nextPull', cell: ({ nextPullStr }) => figures(nextPullStr) },
    { key: 'person' },
    { key: 'updated', cell: ({ updateTimeStr }) => figures(updateTimeStr) },
  ],
  hiddenAtFirst: ['updated'],
  Add: ({ onClose }) => <SourceForm row={null} onClose={onClose} />,
  Form: SourceForm,
  useActions: () => {
    const utils = trpc.useUtils()
    const refresh = () => utils.feedSources.invalidate()
    const { mutate: remove } = trpc.feedSources.delete.useMutation({
      onSuccess: () => toastSuccess(say('feedSources.deleted')),
      onSettled: refresh,
    })
    const { mutate: pull } = trpc.feedSources.pull.useMutation({
      onSuccess: () => toastSuccess(say('feedSources.pulled')),
      onSettled: refresh,
    })
    const { mutate: setStatus } = trpc.feedSources.setStatus.useMutation({
      onSettled: refresh,
    })
    const turn = ({ id, rowVersion, company, host }: FeedSourceRow, on: boolean) =>
      setStatus(
        { id, on, rowVersion },
        {
          onSuccess: (saved) => {
            const done = doneTo(say(on ? 'feedSources.resumed' : 'feedSources.paused'), company ?? host)
            const back = () => utils.client.feedSources.setStatus.mutate({ id, on: !on, rowVersion: saved.rowVersion })
            toastSuccess(done, undoBy(back, refresh, done))
          },
        },
      )
    const named = (label: string) => ({
      label,
      name: ({ company, host }: FeedSourceRow) => `${label} ${company ?? host}`,
    })
    const actions: RowAction<FeedSourceRow>[] = [
      { ...named(say('feedSources.pull')), when: ofBase, run: ({ id }) => pull({ id }) },
      {
        ...named(say('feedSources.pause')),
        when: (row) => ofBase(row) && row.state === 'on',
        run: (row) => turn(row, false),
      },
      {
        ...named(say('feedSources.resume')),
        when: (row) => ofBase(row) && row.state === 'paused',
        run: (row) => turn(row, true),
      },
      {
        ...named(say('feedSources.delete')),
        danger: true,
        when: ofBase,
        run: ({ id, host }) =>
          void askConfirm({ message: say('feedSources.deleteAsk', { name: host }), danger: true }).then(
            (sure) => sure && remove({ id }),
          ),
      },
    ]
    return actions
  },
})

/** The addresses from which device feeds are fetched automatically: set, change, fetch now, pause, delete. */
export const FeedSourceScreen = () => <ListScreen list={sources} />
