import { useLocation } from 'wouter'
import { formatNumber, useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import type { Today } from '#shared/today.ts'

/**
 * The tankers of the day, as one bar: reserved, registered and still to come; and the button for one that comes without
 * a reservation.
 */
export function TankerStrip({ tankers: { waiting, arrived } }: { tankers: NonNullable<Today['tankers']> }) {
  const say = useWord()
  const [, navigate] = useLocation()
  const parts = [
    { name: 'total', count: waiting + arrived },
    { name: 'arrived', count: arrived },
    { name: 'waiting', count: waiting },
  ] as const
  return (
    <section aria-label={say('today.tankers')} className="rounded-md border border-line bg-surface p-3 sm:p-4">
      <div aria-hidden className="flex h-3 overflow-hidden rounded-full bg-sunken forced-color-adjust-none">
        <span className="bg-accent-fill" style={{ flexGrow: arrived, flexBasis: 0 }} />
        <span style={{ flexGrow: arrived + waiting > 0 ? waiting : 1, flexBasis: 0 }} />
      </div>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <ul className="flex gap-x-8 max-sm:w-full max-sm:justify-between max-sm:gap-x-2">
          {parts.map(({ name, count }) => (
            <li key={name}>
              <span className="block text-xs text-muted">{say(`today.tanker.${name}`)}</span>
              <span className="figures block text-lg leading-6 font-semibold">{formatNumber(count)}</span>
            </li>
          ))}
        </ul>
        <Button
          variant="primary"
          className="max-sm:w-full"
          onClick={() => navigate('/reception/index', { state: { open: 'add' } })}
        >
          {say('today.walkIn')}
        </Button>
      </div>
    </section>
  )
}
