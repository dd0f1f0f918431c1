import type { ReactNode } from 'react'
import type { z } from 'zod'
import { sayTitle } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { FormDialog } from './form-dialog.tsx'
import { RecordFields, recordValues } from './record-fields.tsx'
import { type RecordForm, useRecordForm } from './use-record-form.tsx'

type Utils = ReturnType<typeof trpc.useUtils>
/** What `declareForm` takes beside its words. */
export type FormParts<Values extends Record<string, unknown>, Row extends object> = {
  /** Rules and limits of the fields, by the names of `values`; the server checks its request by the same. */
  schema: z.ZodObject
  /** What the form opens with, unless that is the row; `companyId` = the company that the person works in. */
  values?: (row: Row | null, companyId: number) => Values
  /** `send` saves what the form holds, `refresh` reads again whatever shows what was saved. */
  useSaving: (utils: Utils) => {
    send: (form: { values: NoInfer<Values>; row: NoInfer<Row> | null }) => Promise<unknown>
    refresh: () => Promise<unknown>
  }
  /** The fields, unless they are those of the schema; `isNew` = a row is added. */
  fields?: (form: RecordForm<NoInfer<Values>, NoInfer<Row>>, isNew: boolean) => ReactNode
}
export type DeclaredForm = FormParts<Record<string, unknown>, object> & { words: string }
type Props = { form: DeclaredForm; row: object | null; onClose: () => void }

/** Shows a declared form. */
export function DeclaredDialog({ form: declared, row, onClose }: Props) {
  const { words, schema, useSaving, fields, values = recordValues(schema) } = declared
  const { companyId } = useSession()
  const { send, refresh } = useSaving(trpc.useUtils())
  // The words of each field were checked where the form was declared.
  const form = useRecordForm({
    words: words as never,
    schema,
    values: values(row, companyId),
    row,
    send,
    refresh,
    onSaved: onClose,
  })
  return (
    <FormDialog form={form} title={sayTitle(`${words}.${row ? 'editTitle' : 'add'}`)} onClose={onClose}>
      {fields ? fields(form, row === null) : <RecordFields form={form} words={words} schema={schema} />}
    </FormDialog>
  )
}
