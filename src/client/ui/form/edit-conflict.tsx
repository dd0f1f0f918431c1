import { useState } from 'react'
import { codeOf } from '#client/failures.ts'
import { labelled, useWord } from '#client/i18n.ts'
import { labelOf } from './form-words.ts'

type Change = { label: string; before: string; after: string }
/** The fields of a row that a form shows: `true` = the value is readable as it is, else a function that formats it. */
export type EditedFields<Row> = { [Field in keyof Row]?: true | ((row: Row) => string | null) }

function changesBetween<Row extends object>(
  before: Row,
  after: Row,
  fields: EditedFields<Row>,
  words: string,
): Change[] {
  const written = (row: Row, field: keyof Row) => {
    const write = fields[field]
    const value = typeof write === 'function' ? write(row) : row[field]
    return value === null || value === undefined || value === '' ? '-' : String(value)
  }
  return (Object.keys(fields) as (keyof Row & string)[])
    .map((field) => ({ label: labelOf(words, field), before: written(before, field), after: written(after, field) }))
    .filter(({ before: was, after: is }) => was !== is)
}

/**
 * The row that a form changes. After an edit conflict it becomes the other user's version, so that the typed values can
 * be saved over it, and `conflict` shows the changes. Pass the server's refusals to `onError`.
 */
export function useEditedRow<Row extends object>(
  opened: Row | null,
  read: (() => Promise<Row>) | undefined,
  fields: EditedFields<Row>,
  words: string,
) {
  const [row, setRow] = useState(opened)
  const [changes, setChanges] = useState<readonly Change[] | null>(null)
  const onError = async (error: unknown) => {
    setChanges(null)
    if (row === null || read === undefined || codeOf(error) !== 'EDITED_BY_OTHERS') return
    const newest = await read()
    setChanges(changesBetween(row, newest, fields, words))
    setRow(newest)
  }
  return { row, onError, conflict: changes && <EditConflict changes={changes} /> }
}

/** Return the fields that differ from the initial ones: fields that are not sent keep another user's changes. */
export const changedOnly = <Fields extends object>(now: Fields, first: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(now).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(first[field as keyof Fields]),
    ),
  ) as Partial<Fields>

function EditConflict({ changes }: { changes: readonly Change[] }) {
  const say = useWord()
  return (
    <div role="alert" className="grid gap-2 rounded-md border border-line bg-sunken p-3 sm:col-span-2">
      <p className="text-caution">{say(changes.length > 0 ? 'ui.editedByOthers' : 'ui.editedElsewhere')}</p>
      {changes.length > 0 && (
        <ul className="grid gap-1">
          {changes.map(({ label, before, after }) => (
            <li key={label} className="break-words">
              {labelled(label, '')}
              <del className="text-muted">{before}</del> → <ins className="no-underline">{after}</ins>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
