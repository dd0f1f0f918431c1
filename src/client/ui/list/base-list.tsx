import type { ComponentType } from 'react'
import type { z } from 'zod'
import { ExportTool } from '#client/features/exports/export-tool.tsx'
import { formatNumber, language, sayTitle } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { declareForm } from '#client/ui/form/declare-form.tsx'
import type { ExportFormat } from '#shared/devices.ts'
import type { WordsFor, WordsForValues } from '#shared/field-words.ts'
import type { Word } from '#shared/i18n/index.ts'
import type { ViewScreen } from '#shared/views.ts'
import type { ListColumn } from './columns.tsx'
import { type DeclaredList, declareList, type ListToolProps } from './declare-list.ts'
import { type ListQuery, listQuery } from './list-query.ts'
import { ListScreen } from './list-screen.tsx'
import { deleteNamed } from './row-actions.tsx'

type BaseRow = { id: number; companyId: number; rowVersion: number }
type Features = ReturnType<typeof trpc.useUtils>
/** A feature whose lists have saved views. */
type Feature = ViewScreen & keyof Features

/** The calls of records that belong to a base (`baseRecords` of the server); the schema of the form checks what is sent to `save`. */
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
/** Names that a form has beside what a person enters. */
type Beside = 'id' | 'rowVersion'
/** Words of every such list, and its name in the menu. */
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

/** Names of fields and filters that have words; the search has its own. */
type Worded<Schema extends z.ZodObject> = Exclude<keyof Schema['shape'] & string, Beside | 'name'>

type BaseList<
  Area extends Feature,
  Row extends BaseRow,
  Filters extends z.ZodObject,
  Form extends z.ZodObject,
  Key extends string,
> = {
  /** Names its calls, its words and its saved views; `route.<name>` is its heading. */
  name: Area &
    Heading<Area> &
    WordsFor<Area, Key | BaseWord | Worded<Form> | Worded<Filters>> &
    WordsForValues<Area, z.output<Form>>
  calls: BaseCalls<Row>
  /** What narrows the list, by the names of the request. */
  filters: Filters
  /** The request of `save`: the form has its fields. */
  form: Form
  columns: readonly ListColumn<NoInfer<Row>, Key>[]
  /** As which files the list can be taken away, by `/api/<name>/export`; null = as none. */
  formats: readonly ExportFormat[] | null
  /** Why a row cannot be deleted now, said instead. */
  refuse?: (row: NoInfer<Row>) => string | null
  /** What else shows such rows. */
  refreshed?: (utils: Features) => Promise<unknown>
}

/** A screen of records that belong to a base: find, add, change, delete, take away as a file, all by one declaration. */
export function baseListScreen<
  const Area extends Feature,
  Row extends BaseRow,
  Filters extends z.ZodObject,
  Form extends z.ZodObject,
  const Key extends string,
>(declaration: BaseList<Area, Row, Filters, Form, Key>): ComponentType {
  // The words, the columns and the rows were checked against each other by the types of the declaration.
  const list = listOf(declaration as unknown as AnyList)
  return () => <ListScreen list={list} />
}

type AnyRow = BaseRow & Record<string, unknown>
type AnyList = Omit<BaseList<Feature, AnyRow, z.ZodObject, z.ZodObject, string>, 'name'> & { name: Feature }

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
  return declareList<string, z.ZodObject, AnyRow, string>({
    name,
    words: name,
    heading: `route.${name}` as Word,
    filters,
    useRows: (request) => calls.find.useQuery(request as never, listQuery),
    columns,
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

/** Takes the list away as a file, narrowed as it is shown. */
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
