import { Ban, CheckCircle2, CircleDashed } from 'lucide-react'
import { useWord } from '#client/i18n.ts'
import { classNames } from '#client/ui/class-names.ts'
import type { ReservationState } from '#shared/reservations.ts'

const icons = { waiting: CircleDashed, arrived: CheckCircle2, cancelled: Ban } as const
const tones = { waiting: 'text-muted', arrived: 'text-success', cancelled: 'text-muted' } as const

/** The state of a reservation: a different shape for each state, and its word. */
export function ReservationStatus({ state }: { state: ReservationState }) {
  const say = useWord()
  const Icon = icons[state]
  return (
    <span className="inline-flex items-center gap-1.5 align-bottom whitespace-nowrap">
      <Icon aria-hidden className={classNames('size-4', tones[state])} />
      {say(`reservation.state.${state}`)}
    </span>
  )
}
