import { formatNumber, say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import type { ScheduleRunRow } from '#shared/schedules.ts'

const shownRuns = 20
const refreshMs = 3_000
const isWaiting = ({ state, messages, delivered }: ScheduleRunRow) =>
  state === 'due' || state === 'running' || (state === 'done' && delivered < messages)

/** The runs of a schedule with their results, and the actions on them. */
export function RunHistoryDialog({ id, name, onClose }: { id: number; name: string; onClose: () => void }) {
  const utils = trpc.useUtils()
  const { data } = trpc.schedules.runs.useQuery(
    { id, page: 1, size: shownRuns },
    // Reload while a run is waiting, so that its result appears automatically.
    { refetchInterval: ({ state }) => (state.data?.data.some(isWaiting) ? refreshMs : false) },
  )
  const refresh = () => utils.schedules.invalidate()
  const { mutate: resend } = trpc.schedules.resend.useMutation({
    onSuccess: () => toastSuccess(say('schedules.resent')),
    onSettled: refresh,
  })
  const { mutate: revoke } = trpc.schedules.revoke.useMutation({
    onSuccess: () => toastSuccess(say('schedules.revoked')),
    onSettled: refresh,
  })
  return (
    <Dialog open title={say('schedules.historyOf', { name })} size="md" onClose={onClose}>
      {data?.data.length === 0 && <p className="text-muted">{say('schedules.noRuns')}</p>}
      <ol className="grid">
        {data?.data.map((run) => (
          <li
            key={run.id}
            className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 border-b border-line py-2 last:border-b-0"
          >
            <RunText run={run} />
            <span className="flex gap-2">
              {run.messages > 0 && (
                <Button
                  size="sm"
                  onClick={() => resend({ id: run.id })}
                  aria-label={`${say('schedules.resend')} ${run.plannedStr}`}
                >
                  {say('schedules.resend')}
                </Button>
              )}
              {run.linksUntilStr !== null && (
                <Button
                  size="sm"
                  onClick={() => revoke({ id: run.id })}
                  aria-label={`${say('schedules.revoke')} ${run.plannedStr}`}
                >
                  {say('schedules.revoke')}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

function RunText({
  run: { plannedStr, manual, state, problem, messages, delivered, files, linksUntilStr },
}: {
  run: ScheduleRunRow
}) {
  const isTrouble = state === 'failed' || state === 'refused' || state === 'partly'
  return (
    <div className="min-w-0 flex-1 basis-64">
      <p>
        <span className="figures whitespace-nowrap">{plannedStr}</span>{' '}
        {manual && <span className="text-muted">{say('schedules.manual')} </span>}
        <span className={isTrouble ? 'text-danger' : ''}>{say(`schedules.run.${state}`)}</span>{' '}
        {messages > 0 && (
          <span className="figures text-muted">
            {say('schedules.arrived', { delivered: formatNumber(delivered), messages: formatNumber(messages) })}
          </span>
        )}
      </p>
      {problem !== null && <p className="text-danger">{problem}</p>}
      {files.map(({ fileName, rows }) => (
        <p key={fileName} className="break-all text-muted">
          {fileName} {rows !== null && say('schedules.fileRows', { count: formatNumber(rows) })}
        </p>
      ))}
      {linksUntilStr !== null && <p className="text-muted">{say('schedules.linksUntil', { time: linksUntilStr })}</p>}
    </div>
  )
}
