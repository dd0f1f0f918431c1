import { type Custody, machinesText } from '#client/features/devices/named-machines.ts'
import { formatNumber, language, useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { formatInstant } from '#client/ui/instant.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { ConflictRow } from '#shared/feed-conflicts.ts'

export type DecidedConflict = Pick<ConflictRow, 'id' | 'serial' | 'deviceId' | 'state' | 'site'>

/**
 * Both sides of a conflict in a sentence: who recorded what and when, and what the feed reported. For several machines:
 * what their conflicts have in common.
 */
export function ConflictStory({ rows }: { rows: readonly DecidedConflict[] }) {
  const say = useWord()
  const [first] = rows
  if (!first) return null
  if (rows.length === 1) return <OneConflict row={first} />
  return (
    <p>
      {say('conflict.storyMany', {
        count: formatNumber(rows.length),
        state: say(`device.state.${first.state}`),
        machines: machinesText(rows, rows.length),
      })}
    </p>
  )
}

function OneConflict({ row: { id, serial, deviceId, state, site } }: { row: DecidedConflict }) {
  const say = useWord()
  const { timeZone } = useSession()
  const silent = { meta: { silent: true } }
  const waiting = trpc.feeds.conflicts.useQuery({ serial, page: 1, size: 20 }, silent)
  const timeline = trpc.devices.timeline.useQuery({ id: deviceId, page: 1, size: 20 }, silent)
  const row = waiting.data?.data.find((one) => one.id === id)
  const recorded = timeline.data?.data.find(({ to }) => to === state)
  if (waiting.isPending || timeline.isPending) return <Skeleton className="h-15 w-full" />
  const at = (iso: string) => formatInstant(iso, timeZone)
  const recordedBy = recorded?.by ?? null
  const machine = machinesText([{ serial, site }], 1)
  return (
    <p>
      {recorded
        ? say(recordedBy === null ? 'conflict.recorded' : 'conflict.recordedBy', {
            by: recordedBy ?? '',
            time: at(recorded.at),
            machine,
            state: say(`device.state.${state}`),
          })
        : say('conflict.isRecorded', { machine, state: say(`device.state.${state}`) })}
      {language === 'zh' ? '' : ' '}
      {row &&
        say(row.telemetry.activeWorker ? 'conflict.reportedRateWorker' : 'conflict.reportedRate', {
          batch: row.batchId,
          time: at(row.telemetry.reportedAt ?? row.createdAt),
          rate: formatNumber(row.telemetry.hashRate),
          worker: row.telemetry.activeWorker ?? '',
        })}
    </p>
  )
}

/**
 * Return the dialog data for the return of machines from repair, with both sides of their conflict as the introduction.
 */
export const returnOf = (rows: readonly DecidedConflict[]): Custody => {
  const ids = [...new Set(rows.map(({ deviceId }) => deviceId))]
  return {
    action: 'return',
    devices: { ids },
    count: ids.length,
    machines: rows,
    about: <ConflictStory rows={rows} />,
  }
}
