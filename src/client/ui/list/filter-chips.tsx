import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWord } from '#client/i18n.ts'
import type { Choices } from './choices.ts'

/** An active filter; `value` is empty if the label is enough. */
export type FilterChip = { key: string; label: string; value: ReactNode; clear: () => void }

/** Return the chip of an active filter; none if `value` is not set. */
export const chipOf = (key: string, label: string, value: ReactNode, clear: () => void): FilterChip[] =>
  value === undefined || value === null || value === false ? [] : [{ key, label, value, clear }]

/** Return the name of a chosen row, or its number until the names are loaded; undefined if none is chosen. */
export const nameIn = (options: Choices['options'], id: number | null | undefined): string | undefined =>
  id === null || id === undefined ? undefined : (options.find(({ value }) => value === id)?.label ?? `#${id}`)

type Props = { chips: readonly FilterChip[]; onClear: (at: number) => void; onClean: () => void }

/** The active filters of a list, each with a button that removes it. */
export function FilterChips({ chips, onClear, onClean }: Props) {
  const say = useWord()
  return (
    <ul aria-label={say('table.filtersSet')} className="mt-2 flex flex-wrap items-center gap-1.5">
      {chips.map(({ key, label, value }, at) => (
        <li key={key} className="max-w-full">
          <button
            type="button"
            data-chip={at}
            onClick={() => onClear(at)}
            className="group inline-flex min-h-6 max-w-full items-center gap-1 rounded-full border border-line bg-accent-soft py-0.5 pr-1.5 pl-2.5 text-xs pointer-coarse:min-h-8"
          >
            <span className="sr-only">{say('table.clearFilter')}</span>
            <span className="flex min-w-0 flex-wrap gap-x-1 text-start">
              <span className="whitespace-nowrap text-muted">{label}</span>
              {value !== '' && <span className="min-w-0 truncate font-medium">{value}</span>}
            </span>
            <X aria-hidden className="size-3.5 shrink-0 text-muted group-hover:text-ink" />
          </button>
        </li>
      ))}
      <li className="wide:hidden">
        <button
          type="button"
          onClick={onClean}
          className="min-h-6 px-1.5 text-xs text-accent underline-offset-2 hover:underline pointer-coarse:min-h-8"
        >
          {say('table.clearAll')}
        </button>
      </li>
    </ul>
  )
}
