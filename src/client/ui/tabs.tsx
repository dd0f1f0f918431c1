import { Tab, TabGroup, TabList, TabPanel, TabPanels } from '@headlessui/react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type TabItem = { key: string; label: string; content: ReactNode }

type TabsProps = {
  items: readonly TabItem[]
  selected?: string
  onSelect?: (key: string) => void
  /** For a panel that scrolls inside itself: the keyboard can reach it without more. */
  panelClassName?: string
}

/** Tabs operated by the arrow keys. Pass `selected` and `onSelect` to keep the choice in the address. */
export function Tabs({ items, selected, onSelect, panelClassName }: TabsProps) {
  const index =
    selected === undefined
      ? undefined
      : Math.max(
          0,
          items.findIndex((item) => item.key === selected),
        )
  return (
    <TabGroup selectedIndex={index} onChange={(next) => onSelect?.(items[next]?.key ?? '')}>
      {/* Wrap the tabs on a phone: nobody finds a tab that is scrolled out of view. */}
      <TabList className="flex flex-wrap gap-x-4 border-b border-line">
        {items.map((item) => (
          <Tab
            key={item.key}
            // A tap focuses the tab by script, which browsers treat as keyboard focus.
            className="-mb-px min-h-10 border-b-2 px-0.5 -outline-offset-2 not-data-focus:outline-none border-transparent whitespace-nowrap text-muted hover:text-ink data-selected:border-accent data-selected:font-semibold data-selected:text-ink"
          >
            {item.label}
          </Tab>
        ))}
      </TabList>
      <TabPanels>
        {items.map((item) => (
          <TabPanel key={item.key} className={classNames('pt-4', panelClassName)}>
            {item.content}
          </TabPanel>
        ))}
      </TabPanels>
    </TabGroup>
  )
}
