import { messageOf } from '#client/failures.ts'
import { formatNumber, formatPercent, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { PlainTable } from '#client/ui/plain-table.tsx'
import { type Basis, percent } from '#shared/charts.ts'
import type { Day } from '#shared/dates.ts'
import { type DayPart, serviceParts } from '#shared/day-lists.ts'
import { monthOf } from '#shared/month-days.ts'
import type { PlaceFilter } from './place-filter.ts'

type Props = {
  place: PlaceFilter
  days: readonly [Day, Day]
  part: DayPart
  name: string
  basis: Basis
  onOpen: (day: Day) => void
}

/**
 * The days that the point of a month adds up, each with its number. A sum of machine-days is no list of devices, but
 * each day has its devices.
 */
export function MonthDaysList({ place, days, part, name, basis: chosen, onOpen }: Props) {
  const say = useWord()
  // A count of machines has no denominator, so the basis cannot be chosen.
  const basis = (serviceParts as readonly DayPart[]).includes(part) ? 'inService' : chosen
  const history = trpc.charts.history.useQuery(
    { ...place, reservePeriod: 'day', businessDateQuery: [days[0], days[1]], basis },
    { meta: { silent: true } },
  )
  if (history.error)
    return (
      <p role="alert" className="flex items-center gap-2 py-4">
        {messageOf(history.error)}
        <Button onClick={() => void history.refetch()}>{say('ui.retry')}</Button>
      </p>
    )
  if (!history.data) return <p className="py-4 text-center text-muted">{say('ui.loading')}</p>
  const month = monthOf(history.data, part)
  const ofRate = month.of !== null
  const caption = ofRate
    ? say('drawer.monthRate', {
        part: name,
        count: formatNumber(month.total),
        of: formatNumber(month.of),
        rate: formatPercent(percent(month.total, month.of ?? 0)),
      })
    : say('drawer.monthState', { part: name, average: formatNumber(month.average), count: formatNumber(month.total) })
  const rows = month.days.map(({ day, count, of }) => ({
    key: day,
    cells: [
      <button
        key="day"
        type="button"
        className="figures text-accent underline-offset-2 hover:underline"
        onClick={() => onOpen(day)}
      >
        {day}
      </button>,
      formatNumber(count),
      ...(ofRate ? [formatNumber(of), formatPercent(count === null || of === null ? null : percent(count, of))] : []),
    ],
  }))
  const figures = ofRate ? [say('history.numerator'), say('history.denominator'), '%'] : [say('places.devices')]
  return (
    <div className="grid grid-cols-1 gap-2">
      <h3 className="font-medium">{caption}</h3>
      <p className="text-muted">{say(ofRate ? 'drawer.monthNote' : 'drawer.averageNote')}</p>
      <PlainTable
        label={caption}
        columns={[{ title: say('history.date') }, ...figures.map((title) => ({ title, figures: true }))]}
        rows={rows}
        empty={say('drawer.noDevices')}
      />
    </div>
  )
}
