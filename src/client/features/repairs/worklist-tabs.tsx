import { formatNumber, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { classNames } from '#client/ui/class-names.ts'
import { worklists } from '#shared/repairs.ts'
import type { RepairView } from './repair-view.ts'
import type { ChangeView } from './use-repair-view.ts'

/** All records, or worklists with their counts. The counts cover all days, so that old records stay visible. */
export function WorklistTabs({ view, change }: { view: RepairView; change: ChangeView }) {
  const say = useWord()
  const counts = trpc.repairs.worklists.useQuery({
    siteId: view.siteId ?? undefined,
    deviceSerial: view.deviceSerial,
    waitingDays: view.waitingDays,
  })
  const style = (chosen: boolean) =>
    classNames(
      '-mb-px min-h-10 border-b-2 whitespace-nowrap',
      chosen ? 'border-accent font-semibold text-ink' : 'border-transparent text-muted hover:text-ink',
    )
  return (
    <div className="flex flex-wrap items-center gap-x-4 border-b border-line px-4">
      <nav aria-label={say('route.repair')} className="fading-ends flex gap-4 overflow-x-auto overflow-y-hidden">
        <button
          type="button"
          aria-pressed={view.worklist === null}
          className={style(view.worklist === null)}
          onClick={() => change({ worklist: null, page: 1 })}
        >
          {say('repairs.all')}
        </button>
        {worklists.map((worklist) => (
          <button
            key={worklist}
            type="button"
            aria-pressed={view.worklist === worklist}
            className={style(view.worklist === worklist)}
            onClick={() =>
              change({
                worklist,
                type: null,
                range: null,
                outcome: null,
                withVoided: false,
                orderColumn: null,
                page: 1,
              })
            }
          >
            {say(`repairs.list.${worklist}`, { count: formatNumber(counts.data?.[worklist]), days: view.waitingDays })}
          </button>
        ))}
      </nav>
      {view.worklist === 'waiting' && <WaitingDays days={view.waitingDays} change={change} />}
    </div>
  )
}

/** The number of days after which a machine counts as waiting. */
function WaitingDays({ days, change }: { days: number; change: ChangeView }) {
  const say = useWord()
  return (
    <label className="flex items-center gap-2 py-1 text-muted sm:ml-auto">
      {say('repairs.waitingDays')}
      <input
        className="control figures w-16!"
        inputMode="numeric"
        value={days}
        onChange={(event) =>
          change({ waitingDays: Number(event.target.value.replace(/\D/g, '').slice(0, 3)), page: 1 }, { replace: true })
        }
      />
      {say('repairs.days')}
    </label>
  )
}
