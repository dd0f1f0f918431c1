import { TriangleAlert } from 'lucide-react'
import { say, sayTitle } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { trpc } from '#client/trpc.ts'
import { cut, figures } from '#client/ui/list/columns.tsx'
import { declareList } from '#client/ui/list/declare-list.ts'
import { listQuery } from '#client/ui/list/list-query.ts'
import { ListScreen } from '#client/ui/list/list-screen.tsx'
import { deleteAction, type RowAction } from '#client/ui/list/row-actions.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import { doneTo, undoBy } from '#client/undo.ts'
import { ChannelFilters, type ChannelRow } from '#shared/channels.ts'
import { showTrial, TrialResult } from './trial-result.tsx'

const ChannelDialog = lazyPart(async () => (await import('./channel-dialog.tsx')).ChannelDialog)

const stateColors: Record<ChannelRow['state'], string> = {
  on: '',
  off: 'text-muted',
  failing: 'text-danger',
  gone: 'text-danger',
}

/** The state of a channel, and while it fails its last response. */
function ChannelState({ state, failures, lastAnswer }: ChannelRow) {
  return (
    <>
      <span className={stateColors[state]}>{sayTitle(`channels.state.${state}`)}</span>
      {state === 'on' && failures > 0 && (
        <span
          className="ml-2 inline-flex max-w-72 items-center gap-1 align-bottom text-danger"
          title={lastAnswer ?? undefined}
        >
          <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
          <span className="truncate">
            {[say('channels.failuresInRow', { count: failures }), lastAnswer].filter(Boolean).join(' · ')}
          </span>
        </span>
      )}
    </>
  )
}

/** Return when a channel gets messages: in its digest, or the most severe ones at once. */
const deliveryTime = ({ digestAt, atOnceFrom }: ChannelRow) =>
  atOnceFrom === null
    ? digestAt === null
      ? say('channels.digestAt.never')
      : figures(digestAt)
    : say('channels.digestAt.atOnce', {
        severity: sayTitle(`channels.leastSeverity.${atOnceFrom}`),
        time: digestAt ?? '',
      })

const channels = declareList({
  name: 'channels',
  words: 'channels',
  heading: 'route.channels',
  filters: ChannelFilters,
  useRows: (request) => trpc.channels.find.useQuery(request, listQuery),
  columns: [
    { key: 'name', fixed: true },
    { key: 'kind', cell: ({ kind }) => sayTitle(`channels.kind.${kind}`) },
    { key: 'target', cell: ({ target }) => cut(target, 'max-w-56') },
    { key: 'state', fixed: true, cell: (row) => <ChannelState {...row} /> },
    { key: 'leastSeverity', cell: ({ leastSeverity }) => sayTitle(`channels.leastSeverity.${leastSeverity}`) },
    { key: 'digestAt', cell: deliveryTime },
    { key: 'language', cell: ({ language }) => sayTitle(`channels.language.${language}`) },
    { key: 'client' },
    { key: 'company' },
    { key: 'updated', cell: ({ updateTimeStr }) => figures(updateTimeStr) },
  ],
  hiddenAtFirst: ['leastSeverity', 'language', 'updated'],
  Form: ChannelDialog,
  useActions: () => {
    const utils = trpc.useUtils()
    const refresh = () => utils.channels.invalidate()
    const { mutate: remove } = trpc.channels.delete.useMutation({
      onSettled: refresh,
    })
    const { mutate: setStatus } = trpc.channels.setStatus.useMutation({
      onSettled: refresh,
    })
    const { mutateAsync: test } = trpc.channels.test.useMutation()
    const turn = ({ id, rowVersion, name }: ChannelRow, on: boolean) =>
      setStatus(
        { id, on, rowVersion },
        {
          onSuccess: (saved) => {
            const done = doneTo(say(on ? 'channels.switchedOn' : 'channels.switchedOff'), name)
            const back = () => utils.client.channels.setStatus.mutate({ id, on: !on, rowVersion: saved.rowVersion })
            toastSuccess(done, undoBy(back, refresh, done))
          },
        },
      )
    const named = (label: string) => ({ label, name: ({ name }: ChannelRow) => `${label} ${name}` })
    const actions: RowAction<ChannelRow>[] = [
      { ...named(say('channels.test')), run: (row) => showTrial(row.name, test({ id: row.id })) },
      {
        ...named(say('channels.switchOff')),
        when: ({ state }) => state === 'on',
        run: (row) => turn(row, false),
      },
      {
        ...named(say('channels.switchOn')),
        when: ({ state }) => state !== 'on',
        run: (row) => turn(row, true),
      },
      deleteAction<ChannelRow>('channels', { remove }),
    ]
    return actions
  },
  Lead: TrialResult,
})

/** The channels for messages: find, add, change, test, turn on and off, delete. */
export const ChannelScreen = () => <ListScreen list={channels} />
