import { Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import { DatedHeading } from '#client/features/devices/as-of-line.tsx'
import { useWord } from '#client/i18n.ts'
import { useMay, useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { businessDay } from '#shared/business-time.ts'
import { addDays, isDay } from '#shared/dates.ts'
import type { RepairType } from '#shared/repairs.ts'
import { RepairChart } from './repair-chart.tsx'
import type { RepairStart } from './repair-dialog.tsx'
import { RepairFilterBar } from './repair-filter-bar.tsx'
import { RepairList } from './repair-list.tsx'
import { useRepairList } from './use-repair-list.ts'
import { useRepairView } from './use-repair-view.ts'

/** The first and last day of a month (YYYY-MM). */
const monthDays = (month: string): [string, string] => [
  `${month}-01`,
  addDays(`${addDays(`${month}-28`, 7).slice(0, 7)}-01`, -1),
]

/** Repair and return: two charts over time, the worklists, and all records. */
export function RepairScreen() {
  const say = useWord()
  const { timeZone } = useSession()
  const mayWrite = useMay('sale')
  const [start, setStart] = useState<RepairStart | null>(null)
  const utils = trpc.useUtils()
  const { view, change } = useRepairView()
  const today = businessDay(new Date(), timeZone)
  const list = useRepairList(view)
  const openPoint = useCallback(
    (point: string, line: RepairType) =>
      change({
        type: line,
        range: isDay(point) ? [point, point] : monthDays(point),
        worklist: null,
        outcome: null,
        withVoided: false,
        page: 1,
      }),
    [change],
  )
  return (
    <div className="grid grid-cols-1 gap-4">
      <DatedHeading
        title={say('route.repair')}
        action={
          mayWrite && (
            <Button
              variant="primary"
              icon={<Plus aria-hidden className="size-4" />}
              onClick={() => setStart({ type: '送修' })}
            >
              {say('repairs.add')}
            </Button>
          )
        }
      />
      <RepairFilterBar
        view={view}
        today={today}
        busy={list.isFetching}
        onChange={(patch, way) => change({ ...patch, page: 1 }, way)}
        onRefetch={() => void utils.repairs.invalidate()}
      />
      {/* On a phone the records come first, because a clerk at the shelf works with them. */}
      <div className="grid grid-cols-1 gap-4 max-lg:order-last lg:grid-cols-2">
        <RepairChart line="送修" view={view} onOpen={openPoint} />
        <RepairChart line="送回" view={view} onOpen={openPoint} />
      </div>
      <RepairList view={view} change={change} list={list} start={start} onStart={setStart} />
    </div>
  )
}
