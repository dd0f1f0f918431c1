import type { useWord } from '#client/i18n.ts'
import type { FigureRow } from './selection-panel-figures.tsx'
import type { CompleteOutcome } from './selection-panel-view.ts'

/** The yearly cost of frost and dryness, and the payback time of the units; null without a price. */
export function moneyGroup(
  say: ReturnType<typeof useWord>,
  outcome: CompleteOutcome | null,
): { title: string; note?: string; rows: FigureRow[] } | null {
  const running = outcome?.selection.running
  if (!running || running.currency === null) return null
  const { costWithout, costWith, investment, currency, paybackYears } = running
  const row = (label: string, value: number | null, unit: string): FigureRow => ({ label, value, unit, steps: [] })
  const isDearer = costWithout !== null && costWith !== null && costWith >= costWithout
  return {
    title: say('panel.group.money'),
    ...(isDearer ? { note: say('panel.noPayback') } : {}),
    rows: [
      row(say('panel.costWithout'), costWithout, currency),
      row(say('panel.costWith'), costWith, currency),
      row(say('panel.investment'), investment, currency),
      row(say('panel.payback'), paybackYears, say('panel.years')),
    ],
  }
}
