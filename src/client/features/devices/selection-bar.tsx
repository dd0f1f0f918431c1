import type { ReactNode } from 'react'
import { formatNumber, useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import type { DeviceRow } from '#shared/devices.ts'
import { selectionLimit } from '#shared/selected-devices.ts'
import type { CustodyAction } from './custody.tsx'
import { custodyWords } from './custody-menu.tsx'
import type { Selected } from './use-selected.ts'

const allActions: readonly CustodyAction[] = ['send', 'return', 'transfer', 'lost', 'found', 'scrap']

type Props = {
  selected: Selected
  rows: readonly Pick<DeviceRow, 'id'>[]
  /** How many match, where that is exact. */
  total: number | undefined
  /** What is offered; all that can be done with machines unless told otherwise. */
  actions?: readonly CustodyAction[]
  onAction: (action: CustodyAction) => void
  /** Further buttons, before the others. */
  children?: ReactNode
}

/** Chooses the page, or all that match, and says what can be done with the chosen ones. */
export function SelectionBar({ selected, rows, total, actions = allActions, onAction, children }: Props) {
  const say = useWord()
  const { count, all } = selected
  const whole = rows.length > 0 && rows.every((row) => selected.has(row.id))
  const mayAll = !all && total !== undefined && count > 0 && total > count && total <= selectionLimit
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1 max-sm:py-2">
      <label className="flex min-h-8 items-center gap-2">
        <input
          type="checkbox"
          checked={whole || all}
          disabled={rows.length === 0}
          onChange={() => (whole || all ? selected.clear() : selected.add(rows))}
          className="size-4 accent-(--accent-fill)"
        />
        {say('custody.selectPage')}
      </label>
      {count > 0 && (
        <>
          <span role="status" className="font-medium">
            {say('custody.chosen', { count: formatNumber(count) })}
          </span>
          {mayAll && (
            <Button variant="quiet" size="sm" className="-ml-2 text-accent!" onClick={() => selected.takeAll(total)}>
              {say('custody.all', { count: formatNumber(total) })}
            </Button>
          )}
          <Button variant="quiet" size="sm" className="-ml-2" onClick={selected.clear}>
            {say('custody.clear')}
          </Button>
          <span className="flex flex-wrap gap-1 sm:ml-auto">
            {children}
            {actions.map((action) => (
              <Button key={action} size="sm" className={action === 'scrap' ? 'text-danger!' : undefined} onClick={() => onAction(action)}>
                {say(custodyWords[action])}
              </Button>
            ))}
          </span>
        </>
      )}
    </div>
  )
}
