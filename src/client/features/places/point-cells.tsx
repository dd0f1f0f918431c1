import { defaultView, machineListPath, writeView } from '#client/features/devices/device-view.ts'
import { useWord } from '#client/i18n.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { formatInstant } from '#client/ui/instant.ts'
import { StateTag } from '#client/ui/state-tag.tsx'
import type { DayChange } from '#shared/day-lists.ts'

/** A serial as a link to its device. */
export const DeviceLink = ({ id, serial }: { id: number; serial: string }) => (
  <AppLink
    href={`${machineListPath}${writeView({ ...defaultView, filters: { serial }, deviceId: id })}`}
    className="font-mono text-accent underline-offset-2 hover:underline"
  >
    {serial}
  </AppLink>
)

/** The states before and after a change; a single state when it did not change. */
export const ChangeStates = ({ change }: { change: Pick<DayChange, 'from' | 'to'> }) => {
  const say = useWord()
  if (change.from === change.to) return <StateTag state={change.to} />
  return (
    <span className="inline-flex items-center gap-1.5">
      {change.from ? <StateTag state={change.from} /> : <span className="text-muted">{say('cause.registered')}</span>}
      <span aria-hidden>→</span>
      <StateTag state={change.to} />
    </span>
  )
}

/** The cause of a change and its user. */
export const ChangeCause = ({ change }: { change: DayChange }) => {
  const say = useWord()
  const parts = [
    say(`cause.${change.cause}`),
    change.by === null ? null : say('drawer.by', { name: change.by }),
    change.note,
  ].filter((part) => part !== null)
  return <span className="whitespace-normal">{parts.join(' · ')}</span>
}

export const ChangeTime = ({ change, timeZone }: { change: DayChange; timeZone: string }) => (
  <span className="figures">{formatInstant(change.at, timeZone)}</span>
)
