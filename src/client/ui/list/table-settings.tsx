import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react'
import { Settings2 } from 'lucide-react'
import { useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { toolStyle } from '#client/ui/button.tsx'

export type Density = 'comfortable' | 'compact'
type Remembered = { density: Density; hidden: string[] }
/** `known`: columns hidden by default that existed when the user chose. */
type Stored = Partial<Remembered & { known: string[] }>
const textsOf = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((name): name is string => typeof name === 'string') : []
export type TableSettings = Remembered & { change: (next: Partial<Remembered>) => void; reset: () => void }

function read(key: string, fallback: Remembered): Remembered {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return fallback
    const { density, hidden, known } = stored as Stored
    // A column added since then stays hidden, as for all other users.
    const since = fallback.hidden.filter((name) => !textsOf(known).includes(name))
    return {
      density: density === 'compact' ? 'compact' : 'comfortable',
      hidden: Array.isArray(hidden) ? [...new Set([...textsOf(hidden), ...since])] : fallback.hidden,
    }
  } catch {
    return fallback
  }
}

/** Density and hidden columns of one table, stored in this browser under its name. */
export function useTableSettings(name: string, hiddenAtFirst: readonly string[] = []): TableSettings {
  const key = `table:${name}`
  const fallback: Remembered = { density: 'comfortable', hidden: [...hiddenAtFirst] }
  const [remembered, setRemembered] = useState(() => read(key, fallback))
  const keep = (next: Remembered) => {
    setRemembered(next)
    localStorage.setItem(key, JSON.stringify({ ...next, known: hiddenAtFirst }))
  }
  return { ...remembered, change: (next) => keep({ ...remembered, ...next }), reset: () => keep(fallback) }
}

const SettingsPanel = lazyPart(async () => (await import('./settings-panel.tsx')).SettingsPanel, null, true)

type TableSettingsButtonProps = {
  settings: TableSettings
  columns: readonly { key: string; title: string; fixed?: boolean }[]
}

/** The settings button above a table: row height and visible columns. */
export function TableSettingsButton({ settings, columns }: TableSettingsButtonProps) {
  const say = useWord()
  return (
    <Popover className="relative">
      <PopoverButton className={toolStyle} title={say('table.settings')}>
        <Settings2 aria-hidden className="size-4" />
        <span className="max-sm:sr-only narrow:sr-only">{say('table.settings')}</span>
      </PopoverButton>
      <PopoverPanel className="popover absolute top-full right-0 mt-1 max-h-[70dvh] w-60 max-sm:fixed max-sm:inset-x-4 max-sm:top-auto max-sm:bottom-4 max-sm:w-auto flex flex-col p-3! font-normal">
        <SettingsPanel settings={settings} columns={columns} />
      </PopoverPanel>
    </Popover>
  )
}
