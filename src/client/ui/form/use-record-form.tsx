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
import { type Told, useSubmit } from './use-submit.ts'

type Named = Record<string, unknown>
/** What is sent: all that the form holds, what of it is no longer as it was opened, and the row that is changed (null = a new one). */
type Sent<Values, Row> = { values: Values; changed: Partial<Values>; row: Row | null }

type Options<Area extends string, Values extends Named, Row extends object, Saved> = {
  /** The area of words: `<words>.<field>` names a field, `.help`, `.missing` and `.wrong` behind it say the rest. */
  words: Area & WordsFor<Area, keyof Values & string>
  /** Rules and limits of the fields, by the names of `values`; the server checks its request by the same. */
  schema: z.ZodObject
  /** As the form opens: a text, '' = none; a choice, null = none. */
  values: Values
  /** The row that is changed; null = a new one. */
  row?: Row | null
  /** Where somebody else was faster: reads the row again, and names its fields as the form names its own. */
  edited?: { read: () => Promise<Row>; fields: EditedFields<Row> }
  send: (form: Sent<Values, Row>) => Promise<Saved>
  /** Reads again whatever shows what was saved. */
  refresh: () => Promise<unknown>
  onSaved: (saved: Saved) => void
  /** What is said once it is done, unless it is that something was created or updated; null = nothing more. */
  done?: (saved: Saved) => Told
}

type Label = { label: string; help: string | undefined; required: boolean; error: string | null }
type Control<Value> = Label & { name: string; value: Value; onChange: (value: Value) => void }
/** Of a filter nothing chosen means any; of a form it means that something may be chosen. */
type ChoiceControl<Value> = Control<Value> & { placeholder: string }
type TextControl = Control<string> & {
  maxLength: number | undefined
  onBlur: (event: { relatedTarget: EventTarget | null }) => void
}
type Texts<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values] & string

/** A form of a row: what it holds, what is wrong with it, and how it is saved. `FormDialog` shows it. */
export type RecordForm<Values extends Named = Named, Row = unknown> = DialogForm & {
  values: Values
  /** The row as it was read last: where somebody else was faster, theirs. */
  row: Row | null
  change: (patch: Partial<Values>) => void
  /** What a `TextField` or `TextArea` needs: label, help, required mark, limit, value and error. */
  text: <Name extends Texts<Values>>(name: Name) => TextControl
  /** What a `Select` or `Combobox` needs. */
  choice: <Name extends keyof Values & string>(name: Name) => ChoiceControl<Values[Name]>
}

/** A secret that was typed is no draft that somebody would miss. */
const isSecret = (name: string) => /password/i.test(name)
/** Cancel and save: nothing may move under the pointer that is on its way to them. */
const isFooter = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-dialog-edge]') !== null

/** A form over the fields of `schema`. A field says what is wrong once it was left, all of them once the form was sent. */
export function useRecordForm<
  const Area extends string,
  Values extends Named,
  Row extends object = never,
  Saved = unknown,
>(options: Options<Area, Values, Row, Saved>): RecordForm<Values, Row> {
  const { words, schema, edited, send, refresh, onSaved, done } = options
  const [first] = useState(options.values)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const resolver = useMemo(
    () => zodResolver(schema, { error: problemSayer(words, schema) }, { raw: true }),
    [schema, words],
  )
  const form = useForm<FieldValues>({ defaultValues: first, resolver, shouldFocusError: false })
  const values = form.watch() as Values
  const { errors, submitCount } = form.formState
  const { row, onError, conflict } = useEditedRow(options.row ?? null, edited?.read, edited?.fields ?? {}, words)
  const saving = useSubmit<Saved>({ isNew: row === null, onSaved, refresh, done, values: form.getValues })
  const names = Object.keys(first)
  const facts = useMemo(
    () => Object.fromEntries(Object.keys(first).map((name) => [name, factsOf(schema.shape[name], first[name])])),
    [schema, first],
  )
  const refused = refusedAt(saving.error)

  const change = (patch: Partial<Values>) => {
    for (const [name, value] of Object.entries(patch)) form.setValue(name, value)
    // What is right only together with another field is looked at again with it.
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
  const label = (name: string): Label => ({
    label: labelOf(words, name),
    help: helpOf(words, name),
    required: facts[name]?.required ?? false,
    error: problemOf(name) ?? refused(name),
  })
  const control = <Name extends keyof Values & string>(name: Name): Control<Values[Name]> => ({
    ...label(name),
    name,
    value: values[name],
    onChange: (value) => change({ [name]: value } as unknown as Partial<Values>),
  })
  return {
    values,
    row,
    busy: saving.busy,
    dirty: names.some((name) => !isSecret(name) && JSON.stringify(values[name]) !== JSON.stringify(first[name])),
    error: saving.error,
    names,
    problem: Object.keys(errors).flatMap((name) => (name in first ? [] : [`${name}: ${problemOf(name)}`]))[0] ?? null,
    conflict,
    attempts: submitCount,
    change,
    choice: (name) => ({ ...control(name), placeholder: say('ui.choose') }),
    text: (name) => ({
      ...(control(name) as unknown as Control<string>),
      maxLength: facts[name]?.maxLength,
      onBlur: ({ relatedTarget }) => !isFooter(relatedTarget) && leave(name),
    }),
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
