import type { ReactNode } from 'react'
import { lazyPart } from '#client/lazy-part.tsx'
import type { WordsFor } from '#shared/field-words.ts'
import type { Word } from '#shared/i18n/index.ts'
import type { DeclaredForm, FormParts } from './declared-dialog.tsx'

/** Words over a form that adds a row, and over one that changes it. */
type FormWords<Area extends string> = string extends Area
  ? Area
  : `${Area}.${'add' | 'editTitle'}` extends Word
    ? Area
    : { 'a form needs the words': 'add, editTitle' }
type FormProps<Row> = { row: Row | null; onClose: () => void }

const DeclaredDialog = lazyPart(async () => (await import('./declared-dialog.tsx')).DeclaredDialog)

/** Declares the form of a list: a dialog that adds a row, or changes one. What it is made of arrives when it is opened first. */
export const declareForm = <const Area extends string, Values extends Record<string, unknown>, Row extends object>(
  form: FormParts<Values, Row> & { words: Area & FormWords<Area> & WordsFor<Area, keyof Values & string> },
): ((props: FormProps<Row>) => ReactNode) => {
  const declared = form as unknown as DeclaredForm
  return (props: FormProps<Row>) => <DeclaredDialog form={declared} {...props} />
}
