import type { ReactNode } from 'react'
import { say } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import type { TableSelection } from '#client/ui/list/bulk-bar.tsx'
import type { DeviceState } from '#shared/devices.ts'
import { selectionLimit } from '#shared/selected-devices.ts'
import { type CustodyAction, custodyActions } from './custody.tsx'
import { custodyWords } from './custody-menu.tsx'
import type { Selected } from './use-selected.ts'

const allActions: readonly CustodyAction[] = ['send', 'return', 'transfer', 'lost', 'found', 'scrap']

type ChosenRow = { id: number; serial: string; state: DeviceState }
type Props = {
  selected: Selected
  /** The number of matching rows, if it is exact. */
  total: number | undefined
  /** The actions offered if the machines allow them; default: all actions on machines. */
  actions?: readonly CustodyAction[]
  onAction: (action: CustodyAction) => void
  /** Further buttons, before the others. */
  children?: ReactNode
}

/** Return the actions that at least one selected machine allows; all actions if all matching machines are selected. */
export function possibleCustody({ all, states }: Pick<Selected, 'all' | 'states'>): readonly CustodyAction[] {
  if (all) return allActions
  const allowed = new Set(
    states.flatMap((state) => [...custodyActions(state), ...(state === 'scrap' ? [] : (['scrap'] as const))]),
  )
  return allActions.filter((action) => allowed.has(action))
}

/** Return the table selection for machines: single rows, the page, or all matching rows, and the actions on them. */
export function machineSelection<Row extends ChosenRow>({
  selected,
  total,
  actions = allActions,
  onAction,
  children,
}: Props): TableSelection<Row> {
  const { count, all } = selected
  const hasMore = !all && total !== undefined && total > count
  const possible = possibleCustody(selected)
  return {
    count,
    has: ({ id }) => selected.has(id),
    label: ({ serial }) => say('custody.select', { serial }),
    toggle: selected.toggle,
    togglePage: (page) => (page.every(({ id }) => selected.has(id)) ? selected.clear() : selected.add(page)),
    clear: selected.clear,
    more: hasMore
      ? {
          count: total,
          take: () => selected.takeAll(total),
          ...(total > selectionLimit ? { limit: selectionLimit } : {}),
        }
      : undefined,
    actions: (
      <>
        {children}
        {actions
          .filter((action) => possible.includes(action))
          .map((action) => (
            <Button key={action} size="sm" onClick={() => onAction(action)}>
              {say(custodyWords[action])}
            </Button>
          ))}
      </>
    ),
  }
}
