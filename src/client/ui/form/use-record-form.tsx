import { zodResolver } from '@hookform/resolvers/zod'
import { useMemo, useState } from 'react'
import { type FieldValues, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { say } from '#client/i18n.ts'
import type { WordsFor } from '#shared/field-words.ts'
import { factsOf } from '#shared/schema-facts.ts'
import { changedOnly, type EditedFields, useEditedRow } from './edit-conflict.tsx'
import type { DialogForm } from './form-dialog.tsx'
import { helpOf, labelOf, problemSayer, textOfProblem } from './form-words.ts'
import { refusedAt } from './refused.ts'
import { type SavedToast, useSubmit } from './use-submit.ts'

type Named = Record<string, unknown>
/**
 * The data sent: all values of the form, those that differ from the opened ones, and the changed row (null = a new
 * row).
 */
type Sent<Values, Row> = { values: Values; changed: Partial<Values>; row: Row | null }

type Options<Area extends string, Values extends Named, Row extends object, Saved> = {
  /**
   * The area of the words: `<words>.<field>` names a field; `.help`, `.missing` and `.wrong` after it are its other
   * texts.
   */
  words: Area & WordsFor<Area, keyof Values & string>
  /** Rules and limits of the fields, by the names of `values`; the server validates its request by the same schema. */
  schema: z.ZodObject
  /** The values when the form opens: a text, '' = empty; a choice, null = none. */
  values: Values
  /** The row to change; null = a new row. */
  row?: Row | null
  /** For an edit conflict: reads the row again, and names its fields by the field names of the form. */
  edited?: { read: () => Promise<Row>; fields: EditedFields<Row> }
  send: (form: Sent<Values, Row>) => Promise<Saved>
  /** Refetch all queries that show the saved row. */
  refresh: () => Promise<unknown>
  onSaved: (saved: Saved) => void
  /** The toast after saving, if it is not "created" or "updated"; null = nothing more. */
  done?: (saved: Saved) => SavedToast
}

type Label = { label: string; help: string | undefined; required: boolean; error: string | null }
type Control<Value> = Label & { name: string; value: Value; onChange: (value: Value) => void }
/** In a filter an empty choice means "any"; in a form it means that something may be chosen. */
type ChoiceControl<Value> = Control<Value> & { placeholder: string }
type TextControl = Control<string> & {
  maxLength: number | undefined
  onBlur: (event: { relatedTarget: EventTarget | null }) => void
}
type Texts<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values] & string

/** A form of a row: its values, its problems, and how it is saved. `FormDialog` shows it. */
export type RecordForm<Values extends Named = Named, Row = unknown> = DialogForm & {
  values: Values
  /** The row as last read: after an edit conflict, the other user's version. */
  row: Row | null
  change: (patch: Partial<Values>) => void
  /** The props of a `TextField` or `TextArea`: label, help, required mark, limit, value and error. */
  text: <Name extends Texts<Values>>(name: Name) => TextControl
  /** The props of a `Select` or `Combobox`. */
  choice: <Name extends keyof Values & string>(name: Name) => ChoiceControl<Values[Name]>
}

/** A typed secret is not a draft worth a warning before it is lost. */
const isSecret = (name: string) => /password/i.test(name)
/** Is it a cancel or save button? Nothing may move below the pointer on its way to them. */
const isFooter = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-dialog-edge]') !== null

/** The values of a form, the facts and problems of its fields, and which fields the user has left. */
function useSchemaFields<Values extends Named>(words: string, schema: z.ZodObject, first: Values) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const resolver = useMemo(
    () => zodResolver(schema, { error: problemSayer(words, schema) }, { raw: true }),
    [schema, words],
  )
  const form = useForm<FieldValues>({ defaultValues: first, resolver, shouldFocusError: false })
  const values = form.watch() as Values
  const { errors, submitCount } = form.formState
  const facts = useMemo(
    () => Object.fromEntries(Object.keys(first).map((name) => [name, factsOf(schema.shape[name], first[name])])),
    [schema, first],
  )
  const change = (patch: Partial<Values>) => {
    for (const [name, value] of Object.entries(patch)) form.setValue(name, value)
    // A rule over two fields is checked again when either of them changes.
    if (submitCount > 0) void form.trigger()
    else if (left.size > 0) void form.trigger([...left])
  }
  const leave = (name: string) => {
    setLeft((before) => new Set([...before, name]))
    void form.trigger(name)
  }
  const problemOf = (name: string): string | null => {
    const message = errors[name]?.message
    return typeof message === 'string' ? textOfProblem(words, name, message) : null
  }
  /** The problem that belongs to no field. */
  const problem =
    Object.keys(errors).flatMap((name) => (name in first ? [] : [`${name}: ${problemOf(name)}`]))[0] ?? null
  return { form, values, facts, submitCount, change, leave, problemOf, problem }
}

type Fields<Values> = {
  words: string
  values: Values
  facts: Record<string, ReturnType<typeof factsOf>>
  change: (patch: Partial<Values>) => void
  leave: (name: string) => void
  problemOf: (name: string) => string | null
}

/** Return the functions that give a field its props; `refused` = the server's refusal of a field. */
function controlsOf<Values extends Named>(
  { words, values, facts, change, leave, problemOf }: Fields<Values>,
  refused: (name: string) => string | null,
): Pick<RecordForm<Values>, 'choice' | 'text'> {
  const control = <Name extends keyof Values & string>(name: Name): Control<Values[Name]> => ({
    label: labelOf(words, name),
    help: helpOf(words, name),
    required: facts[name]?.required ?? false,
    error: problemOf(name) ?? refused(name),
    name,
    value: values[name],
    onChange: (value) => change({ [name]: value } as unknown as Partial<Values>),
  })
  return {
    choice: (name) => ({ ...control(name), placeholder: say('ui.choose') }),
    text: (name) => ({
      ...(control(name) as unknown as Control<string>),
      maxLength: facts[name]?.maxLength,
      onBlur: ({ relatedTarget }) => !isFooter(relatedTarget) && leave(name),
    }),
  }
}

/**
 * A form with the fields of `schema`. A field shows its problem after it loses the focus, all fields do after a submit.
 */
export function useRecordForm<
  const Area extends string,
  Values extends Named,
  Row extends object = never,
  Saved = unknown,
>(options: Options<Area, Values, Row, Saved>): RecordForm<Values, Row> {
  const { words, schema, edited, send, refresh, onSaved, done } = options
  const [first] = useState(options.values)
  const fields = useSchemaFields(words, schema, first)
  const { form, values, submitCount, change, problem } = fields
  const { row, onError, conflict } = useEditedRow(options.row ?? null, edited?.read, edited?.fields ?? {}, words)
  const saving = useSubmit<Saved>({ isNew: row === null, onSaved, refresh, done, values: form.getValues })
  const names = Object.keys(first)
  return {
    values,
    row,
    busy: saving.busy,
    dirty: names.some((name) => !isSecret(name) && JSON.stringify(values[name]) !== JSON.stringify(first[name])),
    error: saving.error,
    names,
    problem,
    conflict,
    attempts: submitCount,
    change,
    ...controlsOf({ words, ...fields }, refusedAt(saving.error)),
    submit: form.handleSubmit(async () => {
      saving.forget()
      const now = form.getValues() as Values
      await saving.submit(async () => {
        try {
          return await send({ values: now, changed: changedOnly(now, first), row })
        } catch (refusal) {
          await onError(refusal)
          throw refusal
        }
      })
    }),
  }
}
