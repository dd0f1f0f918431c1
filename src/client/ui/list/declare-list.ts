import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { WordsFor } from '#shared/field-words.ts'
import type { Word } from '#shared/i18n/index.ts'
import type { ViewScreen } from '#shared/views.ts'
import { type ChangeView, type ListView, listAddress, type ViewCodec } from './address-view.ts'
import type { Column } from './column.ts'
import type { ListColumn } from './columns.tsx'
import type { DetailsOf } from './details-of.ts'
import type { Lookups } from './filter-bar.tsx'
import type { ListQuery } from './list-query.ts'
import type { RowAction } from './row-actions.tsx'
import { useWordedTable } from './worded-table.ts'

/** The words of every list: its search, and the text of a list that never had a row. */
type ListWords<Area extends string> = string extends Area
  ? Area
  : `${Area}.${'search' | 'none'}` extends Word
    ? Area
    : { 'a list needs the words': 'search, none' }

/** A component of the declaration. */
type Part<Props> = (props: Props) => ReactNode

export type ListToolProps = {
  view: Record<string, unknown>
  total: number
  /** The hidden columns, and all columns with their titles. */
  hidden: readonly string[]
  columns: readonly { key: string; title: string }[]
}
/**
 * A hook for a table that is more than its columns: `open` opens a row. `dialogs` are the dialogs that its cells open.
 */
type UseTable<Row, View> = (
  open: (row: Row) => void,
  view: View,
  change: ChangeView<View>,
) => { columns: readonly Column<Row>[]; dialogs?: ReactNode }
type DialogProps<Row, View> = { row: Row; view: View; onClose: () => void }

/** The properties of a list beside its table. */
type Common<Filters extends z.ZodObject, Row extends { id: number }> = {
  /** The key of its saved views and its remembered columns. */
  name: ViewScreen
  heading: Word
  /** The name shown above its rows, if it is neither `<words>.list` nor the heading. */
  caption?: Word
  /** The label of the button that adds a row, if it is not `<words>.add`. */
  addLabel?: Word
  /** The filters in the address, by the names in the request. */
  filters: Filters
  /** The page size, if it is not the usual one. */
  size?: number
  useRows: (request: ListView<Filters>) => ListQuery<Row>
  /** Columns that are hidden until the user shows them. */
  hiddenAtFirst?: readonly string[]
  /** Hooks that load filter options from other lists. */
  lookups?: Lookups
  /** Replaces the filter bar built from `filters`. */
  Filters?: Part<{ view: ListView<Filters>; change: ChangeView<ListView<Filters>>; busy: boolean }>
  /** Beside the heading. */
  Beside?: Part<object>
  /** Content before the list. */
  Lead?: Part<{ change: ChangeView<ListView<Filters>> }>
  /** Replaces the texts for "no rows yet" and "nothing matches". */
  Empty?: Part<{ isFiltered: boolean }>
  /** Adds a row (null), or changes one. */
  Form?: Part<DialogProps<Row | null, ListView<Filters>>>
  /** Adds a row, if rows are not changed in a form. */
  Add?: Part<{ view: ListView<Filters>; onClose: () => void }>
  /** The details of an opened row beside its columns. */
  details?: Partial<DetailsOf<Row>>
  /** Replaces the details of an opened row; shows rows of other pages, too, and before the list has loaded. */
  Detail?: Part<{ id: number; onClose: () => void }>
  /** Whether the user may add rows; without it, all users who see the list may. */
  useMayAdd?: () => boolean
  /** Buttons above the table, before the one that adds a row. */
  Tools?: Part<ListToolProps>
  /** The address of a row's page; a click on the row opens it. */
  href?: (row: Row) => string
  /** Actions on a row other than changing it. */
  useActions?: () => readonly RowAction<Row>[]
}

/** The columns with the words of the list, and the row actions; or a table of its own. */
type Declaration<
  Area extends string,
  Filters extends z.ZodObject,
  Row extends { id: number },
  Key extends string,
> = Common<Filters, Row> & {
  /**
   * The area of the words: `<words>.search`, `.none`, `<words>.<column>` for each column, and `.list` if the caption is
   * not the heading.
   */
  words: Area & ListWords<Area> & WordsFor<Area, Key>
  columns: readonly ListColumn<NoInfer<Row>, Key>[]
  hiddenAtFirst?: readonly NoInfer<Key>[]
}
type OwnTable<Filters extends z.ZodObject, Row extends { id: number }> = Common<Filters, Row> & {
  words: string
  useTable: UseTable<NoInfer<Row>, ListView<Filters>>
}

export type AnyRow = { id: number }
export type AnyView = Record<string, unknown> & { page: number; size: number }
/**
 * A list as `ListScreen` shows it, for any filters and rows that match. tsc has compared their types at the
 * declaration.
 */
export type DeclaredList = Omit<Common<z.ZodObject, AnyRow>, 'useRows' | 'Form' | 'Add' | 'Filters' | 'Lead'> & {
  Filters?: Part<{ view: AnyView; change: ChangeView<AnyView>; busy: boolean }>
  Lead?: Part<{ change: ChangeView<AnyView> }>
  words: string
  useRows: (request: AnyView) => ListQuery<AnyRow>
  Form?: Part<DialogProps<AnyRow | null, AnyView>>
  Add?: Part<{ view: AnyView; onClose: () => void }>
  useTable: UseTable<AnyRow, AnyView>
  address: ViewCodec<AnyView>
}

type Declared = { filters: z.ZodObject; size?: number; useTable: unknown }
const declared = (declaration: Declared): DeclaredList =>
  ({ ...declaration, address: listAddress(declaration.filters, declaration.size) }) as unknown as DeclaredList

/** Declare a list; the types check its words and columns here. Put `useRows` before the properties that read a row. */
export const declareList = <
  const Area extends string,
  Filters extends z.ZodObject,
  Row extends { id: number },
  const Key extends string,
>(
  declaration: Declaration<Area, Filters, Row, Key>,
): DeclaredList =>
  declared({
    ...declaration,
    useTable: (open: (row: Row) => void) => ({ columns: useWordedTable<Row>(declaration, open) }),
  })

/** Declare a list whose table is made by a hook: its cells need more than their row, or its titles are other words. */
export const declareOwnTable = <Filters extends z.ZodObject, Row extends { id: number }>(
  declaration: OwnTable<Filters, Row>,
): DeclaredList => declared(declaration)
