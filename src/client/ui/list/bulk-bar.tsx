import type { ReactNode } from 'react'
import { useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { screenWords } from '#client/screen-words.ts'

/** Loaded at the first sign that somebody uses the page: before that, no row is selected. */
export const BulkBar = lazyPart(
  async () => (await Promise.all([import('./bulk-actions.tsx'), screenWords.bulk()]))[0].BulkActions,
  null,
  true,
)

/** The selected rows of a table, and their bulk actions. */
export type TableSelection<Row> = {
  count: number
  has: (row: Row) => boolean
  /** Return the name of a row's checkbox. */
  label: (row: Row) => string
  toggle: (row: Row) => void
  /** Select the rows of this page, or clear the whole selection. */
  togglePage: (rows: readonly Row[]) => void
  clear: () => void
  /** Select all matching rows, if there are more than the selected ones; `limit` = more than can be selected at once. */
  more?: { count: number; take: () => void; limit?: number } | undefined
  /** Buttons for the actions that the selected rows allow. */
  actions: ReactNode
}

/** Return whether all rows of a page are selected, or some. */
export function pageOf<Row>(
  rows: readonly Row[] | undefined,
  { has }: Pick<TableSelection<Row>, 'has'>,
): 'all' | 'some' | 'none' {
  const chosen = rows?.filter(has).length ?? 0
  return chosen === 0 ? 'none' : chosen === rows?.length ? 'all' : 'some'
}

/** Select all cards of a page on a phone, whose table has no header. */
export function PhonePage<Row>({ rows, selection }: { rows: readonly Row[]; selection: TableSelection<Row> }) {
  const say = useWord()
  return (
    <label className="flex min-h-10 items-center gap-2 whitespace-nowrap">
      <input
        type="checkbox"
        checked={false}
        disabled={rows.length === 0}
        onChange={() => selection.togglePage(rows)}
        className="size-4 accent-(--accent-fill)"
      />
      {say('table.selectPage')}
    </label>
  )
}
