import { useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { type ChartDays, chartRanges } from './device-address.ts'

/** Choose how many days the charts of a device show. */
export function RangeButtons({ days, onChange }: { days: ChartDays; onChange: (days: ChartDays) => void }) {
  const say = useWord()
  return (
    <fieldset className="flex items-center gap-1">
      <legend className="sr-only">{say('trace.range')}</legend>
      {chartRanges.map((range) => (
        <Button
          key={range}
          variant="quiet"
          aria-pressed={range === days}
          className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
          onClick={() => onChange(range)}
        >
          {say('trace.days', { days: range })}
        </Button>
      ))}
    </fieldset>
  )
}
