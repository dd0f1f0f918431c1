import type { z } from 'zod'
import { sayTitle } from '#client/i18n.ts'
import { DateField } from '#client/ui/date-field.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { nameField } from '#shared/base-records.ts'
import { choicesOf, factsOf, isNumber, kindOf } from '#shared/schema-facts.ts'
import { BaseChoice } from './base-choice.tsx'
import { ClientChoice } from './client-choice.tsx'
import type { RecordForm } from './use-record-form.tsx'

type Values = Record<string, unknown>

/** The longest limit in characters of a field with one line; longer texts get several lines. */
const longestLine = 200
/** The identity and the version of the row: a user does not enter them. */
const notEntered: ReadonlySet<string> = new Set(['id', 'rowVersion'])
const chosen: ReadonlySet<string> = new Set(['choice', 'client'])
const isClient = (schema: z.ZodObject, name: string) => kindOf(schema.shape[name]) === 'client'
/** Whether records of this schema name a client: then they belong to a base, never to headquarters. */
export const namesClients = (schema: z.ZodObject): boolean =>
  Object.keys(schema.shape).some((name) => isClient(schema, name))

/** Return the entered fields in order. The base comes before the fields of which it offers the choices. */
function enteredIn(schema: z.ZodObject): string[] {
  const names = Object.keys(schema.shape).filter((name) => !notEntered.has(name))
  return namesClients(schema) ? ['companyId', ...names.filter((name) => name !== 'companyId')] : names
}

/** Return the initial values of a form for this schema: the row's, or only the base of a new row. null = no choice. */
export const recordValues =
  (schema: z.ZodObject) =>
  (row: object | null, companyId: number | null): Values => {
    const held = (row ?? {}) as Values
    const heldAs = (name: string) => {
      if (name === 'companyId') return held.companyId ?? companyId
      const value = held[name] ?? null
      return chosen.has(kindOf(schema.shape[name]) ?? '') ? value : String(value ?? '')
    }
    return Object.fromEntries(enteredIn(schema).map((name) => [name, heldAs(name)]))
  }

/** Clear the chosen clients: clients belong to a base, so another base has none of them. */
const unchosenClients = (schema: z.ZodObject): Values =>
  Object.fromEntries(enteredIn(schema).flatMap((name) => (isClient(schema, name) ? [[name, null]] : [])))
/** Return the name of the row's saved choice, while that choice is unchanged. */
const chosenName = ({ row, values }: RecordForm<Values, object>, name: string): string | undefined => {
  const held = row as Values | null
  return held !== null && held[name] === values[name]
    ? ((held[nameField(name)] as string | null) ?? undefined)
    : undefined
}

type Props = { form: RecordForm<Values, object>; words: string; schema: z.ZodObject }

/** The fields of a form, in the order of its schema; the base of a row is chosen once, when the row is added. */
export const RecordFields = ({ form, words, schema }: Props) =>
  enteredIn(schema).map((name, _, names) => {
    const field = schema.shape[name] as z.ZodType
    const first = name === names.find((other) => other !== 'companyId')
    if (name === 'companyId')
      return (
        form.row === null && (
          <BaseChoice
            key={name}
            {...form.choice(name)}
            value={form.values[name] as number | null}
            basesOnly={namesClients(schema)}
            onChange={(companyId) => form.change({ ...unchosenClients(schema), companyId })}
          />
        )
      )
    if (kindOf(field) === 'choice')
      return (
        <Select
          key={name}
          {...form.choice(name)}
          value={form.values[name] as string | null}
          options={choicesOf(field).map((value) => ({ value, label: sayTitle(`${words}.${name}.${value}`) }))}
        />
      )
    if (kindOf(field) === 'client')
      return (
        <ClientChoice
          key={name}
          {...form.choice(name)}
          value={form.values[name] as number | null}
          companyId={(form.row as { companyId?: number } | null)?.companyId ?? (form.values.companyId as number | null)}
          chosenLabel={chosenName(form, name)}
        />
      )
    const text = form.text(name as never)
    if (kindOf(field) === 'day') return <DateField key={name} {...text} data-autofocus={first || undefined} />
    return (factsOf(field, '').maxLength ?? 0) > longestLine ? (
      <TextArea key={name} {...text} data-autofocus={first || undefined} />
    ) : (
      <TextField
        key={name}
        {...text}
        inputMode={isNumber(field) ? 'decimal' : undefined}
        data-autofocus={first || undefined}
      />
    )
  })
