import type { ComponentType } from 'react'
import type { z } from 'zod'
import { ExportTool } from '#client/features/exports/export-tool.tsx'
import { formatNumber, language, sayTitle } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { declareForm } from '#client/ui/form/declare-form.tsx'
import { labelOf } from '#client/ui/form/form-words.ts'
import type { ExportFormat } from '#shared/devices.ts'
import type { WordsFor, WordsForValues } from '#shared/field-words.ts'
import type { Word } from '#shared/i18n/index.ts'
import type { ViewScreen } from '#shared/views.ts'
import { type ListColumn, plainColumns } from './columns.tsx'
import { type DeclaredList, declareList, type ListToolProps } from './declare-list.ts'
import { type ListQuery, listQuery } from './list-query.ts'
import { ListScreen } from './list-screen.tsx'
import { deleteNamed } from './row-actions.tsx'

type BaseRow = { id: number; companyId: number; rowVersion: number }
type Features = ReturnType<typeof trpc.useUtils>
/** A feature whose lists have saved views. */
type Feature = ViewScreen & keyof Features

/**
 * The procedures of records that belong to a base (`baseRecords` of the server); the form's schema validates the input
 * of `save`.
 */
type BaseCalls<Row> = {
  find: { useQuery: (request: never, options: typeof listQuery) => ListQuery<Row> }
  save: {
    useMutation: (options: { meta: { silent: true } }) => { mutateAsync: (values: never) => Promise<unknown> }
  }
  delete: {
    useMutation: (options: { onSettled: () => unknown }) => {
      mutate: (row: { id: number }) => void
    }
  }
}
/** Names in the form's schema that a user does not enter. */
type Beside = 'id' | 'rowVersion'
/** The words of every such list, and its name in the menu. */
type BaseWord =
  | 'search'
  | 'none'
  | 'noMatch'
  | 'list'
  | 'actions'
  | 'add'
  | 'edit'
  | 'editTitle'
  | 'delete'
  | 'deleteAsk'
  | 'deleted'
type Heading<Area extends string> = `route.${Area}` extends Word ? Area : { 'this word is missing': `route.${Area}` }

/** Names of fields and filters that need words; the search has its own words. */
type Worded<Schema extends z.ZodObject> = Exclude<keyof Schema['shape'] & string, Beside | 'name'>

type BaseList<
  Area extends Feature,
  Row extends BaseRow,
  Filters extends z.ZodObject,
  Form extends z.ZodObject,
  Key extends string,
> = {
  /** The name of its procedures, words and saved views; `route.<name>` is its heading. */
  name: Area &
    Heading<Area> &
    WordsFor<Area, Key | BaseWord | Worded<Form> | Worded<Filters>> &
    WordsForValues<Area, z.output<Form>>
  calls: BaseCalls<Row>
  /** The filters of the list, by the names in the request. */
  filters: Filters
  /** The input schema of `save`, with the fields of the form. */
  form: Form
  columns: readonly ListColumn<NoInfer<Row>, Key>[]
  /** The file formats of the export at `/api/<name>/export`; null = no export. */
  formats: readonly ExportFormat[] | null
  /** Why a row cannot be deleted now, shown instead of the confirmation. */
  refuse?: (row: NoInfer<Row>) => string | null
  /** Refetch other queries that show such rows. */
  refreshed?: (utils: Features) => Promise<unknown>
}

/** A screen for records that belong to a base: find, add, change, delete and export, all from one declaration. */
export function baseListScreen<
  const Area extends Feature,
  Row extends BaseRow,
  Filters extends z.ZodObject,
  Form extends z.ZodObject,
  const Key extends string,
>(declaration: BaseList<Area, Row, Filters, Form, Key>): ComponentType {
  // The types of the declaration have checked the words, columns and rows against each other.
  const list = listOf(declaration as unknown as AnyList)
  return () => <ListScreen list={list} />
}

type AnyRow = BaseRow & Record<string, unknown>
type AnyList = Omit<BaseList<Feature, AnyRow, z.ZodObject, z.ZodObject, string>, 'name'> & { name: Feature }

/** Fields of a form that are no facts of the record. */
const notShown: ReadonlySet<string> = new Set(['id', 'rowVersion', 'companyId'])

function listOf({ name, calls, filters, form, columns, formats, refuse, refreshed }: AnyList): DeclaredList {
  const nameOf = (row: AnyRow) => String(row[columns[0]?.key ?? 'id'])
  const refreshList = (utils: Features) => Promise.all([utils[name].invalidate(), refreshed?.(utils)])
  const Form = declareForm<string, Record<string, unknown>, AnyRow>({
    words: name,
    schema: form,
    useSaving: (utils) => {
      const save = calls.save.useMutation({ meta: { silent: true } })
      return {
        send: ({ values: { companyId, ...fields }, row }) =>
          save.mutateAsync({
            ...fields,
            ...(row ? { id: row.id, rowVersion: row.rowVersion } : { companyId }),
          } as never),
        refresh: () => refreshList(utils),
      }
    },
  })
  const hidden = Object.keys(form.shape).filter(
    (field) => !notShown.has(field) && !columns.some(({ key }) => key === field || `${key}Id` === field),
  )
  return declareList<string, z.ZodObject, AnyRow, string>({
    name,
    words: name,
    heading: `route.${name}` as Word,
    filters,
    useRows: (request) => calls.find.useQuery(request as never, listQuery),
    columns,
    details: {
      facts: (row) =>
        plainColumns(name, hidden, form).map(({ key, cell }) => ({ name: labelOf(name, key), value: cell(row) })),
    },
    Form,
    ...(formats ? { Tools: fileTool(name, filters, formats) } : {}),
    useActions: () => {
      const utils = trpc.useUtils()
      const { mutate: remove } = calls.delete.useMutation({
        onSettled: () => refreshList(utils),
      })
      return [deleteNamed<AnyRow>(name, { remove, refuse, nameOf })]
    },
  })
}

/** Export the list with its current filters. */
const fileTool =
  (name: string, filters: z.ZodObject, formats: readonly ExportFormat[]) =>
  ({ view, total }: ListToolProps) => (
    <ExportTool
      sentence={sayTitle('export.total', { count: formatNumber(total) })}
      formats={formats}
      call={(format) => ({
        method: 'POST',
        path: `/api/${name}/export`,
        body: {
          ...Object.fromEntries(Object.keys(filters.shape).map((filter) => [filter, view[filter]])),
          format,
          language,
        },
        fallbackName: `${sayTitle(`${name}.list`)}.${format}`,
      })}
      disabled={total === 0}
    />
  )
