import type { ReactNode } from 'react'
import type { z } from 'zod'
import { sayTitle } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { useOwnBase } from './base-choice.tsx'
import { FormDialog } from './form-dialog.tsx'
import { namesClients, RecordFields, recordValues } from './record-fields.tsx'
import { type RecordForm, useRecordForm } from './use-record-form.tsx'

type Utils = ReturnType<typeof trpc.useUtils>
/** The parts of a form for `declareForm`, without its words. */
export type FormParts<Values extends Record<string, unknown>, Row extends object> = {
  /** Rules and limits of the fields, by the names of `values`; the server validates its request by the same schema. */
  schema: z.ZodObject
  /** Return the initial values, if they are not the row's; `companyId` = the user's own company. */
  values?: (row: Row | null, companyId: number) => Values
  /** `send` saves the values of the form, `refresh` refetches all queries that show the saved row. */
  useSaving: (utils: Utils) => {
    send: (form: { values: NoInfer<Values>; row: NoInfer<Row> | null }) => Promise<unknown>
    refresh: () => Promise<unknown>
  }
  /** The fields, if they are not those of the schema; `isNew` = a row is added. */
  fields?: (form: RecordForm<NoInfer<Values>, NoInfer<Row>>, isNew: boolean) => ReactNode
}
export type DeclaredForm = FormParts<Record<string, unknown>, object> & { words: string }
type Props = { form: DeclaredForm; row: object | null; onClose: () => void }

/** Show a declared form. */
export function DeclaredDialog({ form: declared, row, onClose }: Props) {
  const { words, schema, useSaving, fields, values } = declared
  const { companyId } = useSession()
  const ownBase = useOwnBase()
  const { send, refresh } = useSaving(trpc.useUtils())
  // `declareForm` has already checked the words of each field.
  const form = useRecordForm({
    words: words as never,
    schema,
    values: values ? values(row, companyId) : recordValues(schema)(row, namesClients(schema) ? ownBase : companyId),
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
