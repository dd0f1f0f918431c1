import { createContext, useContext } from 'react'
import { say } from '#client/i18n.ts'
import type { ToastAction } from '#client/ui/toast.ts'

type Values = Record<string, unknown>
/** Has the list show a row with these values; null = no list is behind the form, or it shows all of its rows. */
export const NewRow = createContext<((values: Values) => void) | null>(null)

/** What the toast of a new row offers where the list may not show it: filters, or another page. */
export function useShowNewRow(): (values: Values) => ToastAction | undefined {
  const show = useContext(NewRow)
  return (values) => (show === null ? undefined : { label: say('ui.show'), act: () => show(values) })
}

const naming = ['name', 'title', 'number', 'serial', 'userName'] as const

/** What a row with these values is called; null = nothing that people know it by. */
export function nameIn(values: Values): string | null {
  for (const field of naming) {
    const value = values[field]
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
  }
  return null
}
