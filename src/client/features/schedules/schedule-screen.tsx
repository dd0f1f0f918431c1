import { language, say, sayTitle } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { trpc } from '#client/trpc.ts'
import { cut, figures } from '#client/ui/list/columns.tsx'
import { declareList } from '#client/ui/list/declare-list.ts'
import { listQuery } from '#client/ui/list/list-query.ts'
import { ListScreen } from '#client/ui/list/list-screen.tsx'
import { deleteAction, type RowAction } from '#client/ui/list/row-actions.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import { doneTo, undoBy } from '#client/undo.ts'
import { ScheduleFilters, type ScheduleRow } from '#shared/schedules.ts'
import { RunHistory, showHistory } from './run-history.tsx'
import { calendarText, contentText } from './schedule-text.ts'

const ScheduleForm = lazyPart(async () => (await import('./schedule-form.tsx')).ScheduleForm)

/** Times are shown to the minute, the precision of schedules. */
const minutes = 'YYYY-MM-DD HH:mm'.length
const isTrouble = (state: ScheduleRow['lastState']) => state === 'failed' || state === 'refused' || state === 'partly'

function LastRun({ row: { lastState, lastRunStr } }: { row: ScheduleRow }) {
  if (lastState === null) return null
  return (
    <span>
      <span className={isTrouble(lastState) ? 'text-danger' : ''}>{sayTitle(`schedules.run.${lastState}`)}</span>{' '}
      {figures(lastRunStr?.slice(0, minutes) ?? null)}
    </span>
  )
}

const schedules = declareList({
  name: 'schedules',
  words: 'schedules',
  heading: 'route.schedules',
  filters: ScheduleFilters,
  useRows: (request) => trpc.schedules.find.useQuery(request, listQuery),
  columns: [
    { key: 'name', fixed: true },
    { key: 'content', cell: (row) => cut(contentText(row), 'max-w-72') },
    {
      key: 'channels',
      cell: ({ content, clientId, channels }) =>
        content === 'statement' && clientId === null
          ? say('schedules.ownChannels')
          : cut(channels.join(language === 'zh' ? '、' : ', '), 'max-w-40'),
    },
    { key: 'calendar', cell: (row) => calendarText(row) },
    {
      key: 'state',
      fixed: true,
      cell: ({ state }) => (
        <span className={state === 'paused' ? 'text-muted' : ''}>{sayTitle(`schedules.state.${state}`)}</span>
      ),
    },
    { key: 'nextRun', cell: ({ nextRunStr }) => figures(nextRunStr?.slice(0, minutes) ?? null) },
    { key: 'lastRun', cell: (row) => <LastRun row={row} /> },
    { key: 'person' },
    { key: 'company' },
    { key: 'updated', cell: ({ updateTimeStr }) => figures(updateTimeStr) },
  ],
  hiddenAtFirst: ['person', 'company', 'updated'],
  Form: ScheduleForm,
  Lead: RunHistory,
  useActions: () => {
    const utils = trpc.useUtils()
    const refresh = () => utils.schedules.invalidate()
    const { mutate: remove } = trpc.schedules.delete.useMutation({
      onSettled: refresh,
    })
    const { mutate: run } = trpc.schedules.run.useMutation({
      onSuccess: () => toastSuccess(say('schedules.started')),
      onSettled: refresh,
    })
    const { mutate: setStatus } = trpc.schedules.setStatus.useMutation({
      onSettled: refresh,
    })
    const turn = ({ id, rowVersion, name }: ScheduleRow, on: boolean) =>
      setStatus(
        { id, on, rowVersion },
        {
          onSuccess: (saved) => {
            const done = doneTo(say(on ? 'schedules.resumed' : 'schedules.paused'), name)
            const back = () => utils.client.schedules.setStatus.mutate({ id, on: !on, rowVersion: saved.rowVersion })
            toastSuccess(done, undoBy(back, refresh, done))
          },
        },
      )
    const named = (label: string) => ({ label, name: ({ name }: ScheduleRow) => `${label} ${name}` })
    const actions: RowAction<ScheduleRow>[] = [
      { ...named(say('schedules.runNow')), run: ({ id }) => run({ id }) },
      { ...named(say('schedules.history')), run: ({ id, name }) => showHistory({ id, name }) },
      {
        ...named(say('schedules.pause')),
        when: ({ state }) => state === 'on',
        run: (row) => turn(row, false),
      },
      {
        ...named(say('schedules.resume')),
        when: ({ state }) => state === 'paused',
        run: (row) => turn(row, true),
      },
      deleteAction<ScheduleRow>('schedules', { remove }),
    ]
    return actions
  },
})

/** Scheduled messages: find, add, change, run now, pause, view the history, delete. */
export const ScheduleScreen = () => <ListScreen list={schedules} />
