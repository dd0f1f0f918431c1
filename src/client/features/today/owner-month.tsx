import { formatNumber, formatPercent, locale, useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { Card } from '#client/ui/card.tsx'
import type { Month } from '#shared/dates.ts'
import type { MonthChange } from '#shared/today.ts'
import { Change } from './change.tsx'
import { signed } from './signed.ts'

const StatementButton = lazyPart(
  async () => (await import('#client/features/clients/statement-button.tsx')).StatementButton,
  <span className="h-8" />,
)

/** For owners of machines: the present month compared with the last one, and the statement of a month. */
export function OwnerMonth({ month }: { month: MonthChange }) {
  const say = useWord()
  const { client, before } = month
  const rateChange =
    month.rate !== null && before.rate !== null ? Math.round((month.rate - before.rate) * 100) / 100 : null
  const machineChange = month.machines !== null && before.machines !== null ? month.machines - before.machines : null
  return (
    <Card
      title={say('today.month', { month: monthName(month.month) })}
      actions={client && <StatementButton client={client} />}
    >
      <dl className="grid grid-cols-2 gap-4">
        <Figure
          label={say('today.monthRate')}
          value={formatPercent(month.rate)}
          change={rateChange}
          isBetter
          changed={
            rateChange === null ? '' : say('today.points', { points: signed(rateChange, rateChange.toFixed(2)) })
          }
          before={say('today.monthBefore', { month: monthName(before.month), value: formatPercent(before.rate) })}
        />
        <Figure
          label={say('today.monthMachines')}
          value={formatNumber(month.machines)}
          change={machineChange}
          changed={machineChange === null ? '' : signed(machineChange, formatNumber(machineChange))}
          before={say('today.monthBefore', { month: monthName(before.month), value: formatNumber(before.machines) })}
        />
      </dl>
      {client && <p className="mt-3 text-xs text-muted">{say('today.statementHelp')}</p>}
    </Card>
  )
}

const monthName = (month: Month) =>
  new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(Date.parse(`${month}-01`))

type FigureProps = {
  label: string
  value: string
  change: number | null
  /** Whether an increase is good; null = neither good nor bad. */
  isBetter?: boolean | null
  changed: string
  before: string
}
function Figure({ label, value, change, isBetter = null, changed, before }: FigureProps) {
  return (
    <div>
      <dt className="text-muted">{label}</dt>
      <dd className="figures">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-xl font-semibold">{value}</span>
          {change !== null && (
            <Change by={change} isBetter={isBetter} words={changed}>
              {changed}
            </Change>
          )}
        </span>
        <span className="block text-xs text-muted">{before}</span>
      </dd>
    </div>
  )
}
