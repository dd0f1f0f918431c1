import { useEffect, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { Drawer } from '#client/ui/drawer.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { type Day, isDay } from '#shared/dates.ts'
import { type DayPart, dayParts } from '#shared/day-lists.ts'
import { type DeviceState, DeviceState as States } from '#shared/devices.ts'
import { daysOfPoint, type HistoryView, type OpenPoint } from './period.ts'
import type { PlaceFilter } from './place-filter.ts'
import { DayChangesList } from './point-changes.tsx'
import { DayDevicesList } from './point-devices.tsx'
import { MonthDaysList } from './point-month.tsx'
import { PointStates } from './point-states.tsx'

type Props = {
  place: PlaceFilter
  view: HistoryView
  range: readonly [string, string]
  onClose: () => void
  onTab: (tab: HistoryView['tab']) => void
  /** Open a day of the month that is shown. */
  onDay: (day: Day, part: DayPart) => void
  /** Open another layer of the same bar. */
  onState?: (state: DeviceState) => void
}

const isPart = (part: string): part is DayPart => (dayParts as readonly string[]).includes(part)
/** The state that a part of a chart counts; undefined for the online rate, which counts machines of all states. */
const stateOf = (part: DayPart): DeviceState | undefined =>
  States.safeParse(part).data ?? (part === 'offlineRate' ? 'offline' : undefined)

/**
 * The data behind a point of a chart, kept in the address: the counted devices (for a month: its days) and the changes
 * of that day or month.
 */
export function PointDrawer({ place: whole, view, range, onClose, onTab, onDay, onState }: Props) {
  const say = useWord()
  // Keep the last point while the drawer closes.
  const [shown, setShown] = useState<OpenPoint | null>(view.point)
  useEffect(() => {
    if (view.point) setShown(view.point)
  }, [view.point])
  const part = shown && isPart(shown.part) ? shown.part : undefined
  const state = part && States.safeParse(part).data
  const type = shown?.type
  const place = type ? { ...whole, type } : whole
  const kind =
    part === undefined
      ? ''
      : state
        ? say(`device.state.${state}`)
        : say(`part.${part as Exclude<DayPart, DeviceState>}`)
  const name = type ? `${type} ${kind}` : kind
  const days = shown && daysOfPoint(shown.at, range)
  return (
    <Drawer
      open={view.point !== null}
      onClose={onClose}
      title={shown ? say('drawer.title', { date: shown.at, part: name }) : ''}
      className="max-w-6xl"
    >
      {shown && days && state && onState && (
        <PointStates place={place} at={shown.at} days={days} chosen={state} onChoose={onState} />
      )}
      {shown && part && days && (
        <div className="px-4 pb-4" key={`${shown.at} ${part} ${type}`}>
          <PointTabs
            place={place}
            view={view}
            point={{ at: shown.at, days, part, name }}
            onTab={onTab}
            onDay={(day) => onDay(day, part)}
          />
        </div>
      )}
    </Drawer>
  )
}

type TabsProps = Pick<Props, 'place' | 'view' | 'onTab'> & {
  /** The open point; `name` = what it counts, in words. */
  point: { at: string; days: readonly [Day, Day]; part: DayPart; name: string }
  onDay: (day: Day) => void
}

/** The counted devices of a day, or the days of a month; and the changes of that day or month. */
function PointTabs({ place, view, point: { at, days, part, name }, onTab, onDay }: TabsProps) {
  const say = useWord()
  return (
    <Tabs
      selected={view.tab}
      onSelect={(tab) => onTab(tab === 'changes' ? 'changes' : 'devices')}
      items={[
        isDay(at)
          ? {
              key: 'devices',
              label: say('drawer.onDay', { date: days[1] }),
              content: <DayDevicesList place={place} day={days[1]} part={part} name={name} />,
            }
          : {
              key: 'devices',
              label: say('drawer.monthDays'),
              content: (
                <MonthDaysList place={place} days={days} part={part} name={name} basis={view.basis} onOpen={onDay} />
              ),
            },
        {
          key: 'changes',
          label: say('drawer.changesTab'),
          content: <DayChangesList place={place} days={days} state={stateOf(part)} />,
        },
      ]}
    />
  )
}
