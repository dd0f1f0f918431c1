import type { ReactNode } from 'react'

export type DetailFact = { name: string; value: ReactNode }

/** The details of a row: its title, its columns as facts, and what the columns do not show. */
export type DetailsOf<Row> = {
  /** The title. */
  title: (row: Row) => string
  /** The keys of columns that the title or other content replaces; without it, the first column. */
  without?: readonly string[]
  /** Facts that have no column, such as who recorded the row; null = not known. */
  facts?: (row: Row) => readonly (DetailFact | null)[]
  /** Beside the title: a state, the link to a page. */
  Head?: (props: { row: Row }) => ReactNode
  /** Content below the facts. */
  More?: (props: { row: Row }) => ReactNode
}
