import type { ReactNode } from 'react'
import { lazyPart } from '#client/lazy-part.tsx'
import type { WordsFor } from '#shared/field-words.ts'
import type { Word } from '#shared/i18n/index.ts'
import type { DeclaredForm, FormParts } from './declared-dialog.tsx'

/** The words for the titles of a form that adds a row and of one that changes a row. */
type FormWords<Area extends string> = string extends Area
  ? Area
  : `${Area}.${'add' | 'editTitle'}` extends Word
    ? Area
    : { 'a form needs the words': 'add, editTitle' }
type FormProps<Row> = { row: Row | null; onClose: () => void }

const DeclaredDialog = lazyPart(async () => (await import('./declared-dialog.tsx')).DeclaredDialog)

/** Declare the form of a list: a dialog that adds or changes a row. Its code is loaded when it is first opened. */
export const declareForm = <const Area extends string, Values extends Record<string, unknown>, Row extends object>(
  form: FormParts<Values, Row> & { words: Area & FormWords<Area> & WordsFor<Area, keyof Values & string> },
): ((props: FormProps<Row>) => ReactNode) => {
  const declared = form as unknown as DeclaredForm
  return (props: FormProps<Row>) => <DeclaredDialog form={declared} {...props} />
}
