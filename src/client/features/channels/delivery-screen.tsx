import { say, sayTitle } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { cut, figures } from '#client/ui/list/columns.tsx'
import { declareList } from '#client/ui/list/declare-list.ts'
import { listQuery } from '#client/ui/list/list-query.ts'
import { ListScreen } from '#client/ui/list/list-screen.tsx'
import type { RowAction } from '#client/ui/list/row-actions.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import { DeliveryFilters, type DeliveryRow, mostTries, withStatus } from '#shared/deliveries.ts'

const stateColors: Record<DeliveryRow['state'], string> = {
  due: '',
  delivered: '',
  failed: 'text-danger',
  merged: 'text-muted',
  dropped: 'text-muted',
}
const answerOf = ({ status, answer, mergedIntoTitle: title }: DeliveryRow) =>
  title === null ? withStatus(status, answer ?? '') : say('deliveries.mergedInto', { title })

/** The state of a message; after a failure with the time of the next attempt. */
const stateOf = ({ state, attempts, dueStr }: DeliveryRow) =>
  state === 'due' && attempts > 0 ? (
    <span className="text-caution">{say('deliveries.retrying', { attempts, most: mostTries, due: dueStr ?? '' })}</span>
  ) : (
    <span className={stateColors[state]}>{sayTitle(`deliveries.state.${state}`)}</span>
  )

const deliveries = declareList({
  name: 'deliveries',
  words: 'deliveries',
  heading: 'route.deliveries',
  filters: DeliveryFilters,
  useRows: (request) => trpc.deliveries.find.useQuery(request, listQuery),
  columns: [
    { key: 'title', fixed: true, cell: ({ title }) => cut(title, 'max-w-80') },
    { key: 'createTime', cell: ({ createTimeStr }) => figures(createTimeStr) },
    { key: 'channel', cell: ({ channel }) => cut(channel, 'max-w-40') },
    { key: 'severity', cell: ({ severity }) => sayTitle(`deliveries.severity.${severity}`) },
    { key: 'state', fixed: true, cell: stateOf },
    { key: 'attempts', align: 'end' },
    { key: 'lastTry', cell: ({ lastTryStr }) => figures(lastTryStr) },
    { key: 'due', cell: ({ dueStr }) => figures(dueStr) },
    { key: 'answer', cell: (row) => cut(answerOf(row), 'max-w-56') },
  ],
  hiddenAtFirst: ['severity', 'attempts', 'lastTry', 'due'],
  useActions: () => {
    const utils = trpc.useUtils()
    const { mutate: resend } = trpc.deliveries.resend.useMutation({
      onSuccess: () => toastSuccess(say('deliveries.resent')),
      onSettled: () => utils.deliveries.invalidate(),
    })
    const actions: RowAction<DeliveryRow>[] = [
      {
        label: say('deliveries.resend'),
        name: ({ title }) => `${say('deliveries.resend')} ${title}`,
        when: ({ state }) => state !== 'due',
        run: ({ id }) => resend({ id }),
      },
      {
        label: say('deliveries.sendNow'),
        name: ({ title }) => `${say('deliveries.sendNow')} ${title}`,
        when: ({ state }) => state === 'due',
        run: ({ id }) => resend({ id }),
      },
    ]
    return actions
  },
})

/** The messages sent to channels or waiting, with the responses of the providers; a message can be sent again. */
export const DeliveryScreen = () => <ListScreen list={deliveries} />
