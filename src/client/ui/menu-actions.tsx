import { MenuItem } from '@headlessui/react'
import { classNames } from './class-names.ts'

export type MenuAction = { key: string; label: string; danger?: boolean; run: () => void }

/** The actions of a menu, to be placed in its `MenuItems`; a destructive one is red. */
export const MenuActions = ({ items }: { items: readonly MenuAction[] }) =>
  items.map(({ key, label, danger, run }) => (
    <MenuItem key={key}>
      <button type="button" className={classNames('option w-full', danger && 'text-danger')} onClick={run}>
        {label}
      </button>
    </MenuItem>
  ))
