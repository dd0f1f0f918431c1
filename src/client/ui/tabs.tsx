import { Tab, TabGroup, TabList, TabPanel, TabPanels } from '@headlessui/react'
import type { ReactNode } from 'react'

export type TabItem = { key: string; label: string; content: ReactNode }

/** Tabs with the arrow keys. Give `selected` and `onSelect` to keep the choice in the address. */
export function Tabs({ items, selected, onSelect }: { items: readonly TabItem[]; selected?: string; onSelect?: (key: string) => void }) {
  const index =
    selected === undefined
      ? undefined
      : Math.max(
          0,
          items.findIndex((item) => item.key === selected),
        )
  return (
    <TabGroup selectedIndex={index} onChange={(next) => onSelect?.(items[next]?.key ?? '')}>
      <TabList className="flex gap-4 overflow-x-auto border-b border-line">
        {items.map((item) => (
          <Tab
            key={item.key}
            className="-mb-px min-h-10 border-b-2 border-transparent whitespace-nowrap text-muted hover:text-ink data-selected:border-accent data-selected:font-semibold data-selected:text-ink"
          >
            {item.label}
          </Tab>
        ))}
      </TabList>
      <TabPanels>
        {items.map((item) => (
          <TabPanel key={item.key} className="pt-4">
            {item.content}
          </TabPanel>
        ))}
      </TabPanels>
    </TabGroup>
  )
}
