import { createContext, useContext } from 'react'
import { say } from '#client/i18n.ts'
import type { ToastAction } from '#client/ui/toast.ts'

type Values = Record<string, unknown>
/** Make the list show a row with these values; null = no list is behind the form, or it shows all of its rows. */
export const NewRow = createContext<((values: Values) => void) | null>(null)

/** Return the toast action that shows a new row, if filters or paging may hide it in the list. */
export function useShowNewRow(): (values: Values) => ToastAction | undefined {
  const show = useContext(NewRow)
  return (values) => (show === null ? undefined : { label: say('ui.show'), act: () => show(values) })
}

const naming = ['name', 'title', 'number', 'serial', 'userName', 'tankerNumber', 'checkMethod'] as const

/** Return the name of a row with these values; null = it has no field that users know it by. */
export function nameIn(values: Values): string | null {
  for (const field of naming) {
    const value = values[field]
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
  }
  return null
}
