import type { ReactNode } from 'react'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { Button } from '#client/ui/button.tsx'
import { Select } from '#client/ui/select.tsx'
import { kpiDays } from '#shared/kpi.ts'
import type { KpiView } from './use-kpi-view.ts'

type Props = {
  title: string
  view: KpiView
  own: number
  change: (patch: Partial<KpiView>) => void
  children?: ReactNode
}

/** Title, link to the caller's own company, further choices, and the days of the view. */
export function KpiHead({ title, view, own, change, children }: Props) {
  const say = useWord()
  const { companyName } = useSession()
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <h1 className="text-lg font-semibold">{title}</h1>
      <span className="ml-auto flex flex-wrap items-center gap-2">
        {view.companyId !== own && (
          <Button onClick={() => change({ companyId: own })}>
            {say('kpi.wholeCompany', { company: companyName })}
          </Button>
        )}
        {children}
        <Select
          label={say('kpi.days')}
          labelHidden
          className="w-36"
          value={view.days}
          options={kpiDays.map((days) => ({ value: days, label: say('kpi.lastDays', { days }) }))}
          onChange={(days) => days && change({ days })}
        />
      </span>
    </header>
  )
}
