import { type FormEvent, useState } from 'react'
import { useAskBeforeLosing } from '#client/ask-before-leaving.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Field, TextField } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { type CommentRow, type CommentType, highestScore, longestComment, pointPattern } from '#shared/comments.ts'

export type CommentDraft = {
  content: string
  point: string
  score: string
  modelId: number | null
  materialTypeId: number | null
  tagType: string | null
}
const emptyDraft: CommentDraft = {
  content: '',
  point: '',
  score: '',
  modelId: null,
  materialTypeId: null,
  tagType: null,
}
export const draftOf = (row: CommentRow): CommentDraft => ({
  content: row.content,
  point: row.point ?? '',
  score: row.score === null ? '' : String(row.score),
  modelId: row.modelId,
  materialTypeId: row.materialTypeId,
  tagType: row.tagType,
})
/** Return the request of a draft; a plain comment only has a text. */
export const requestOf = (draft: CommentDraft, type: CommentType) => ({
  content: draft.content.trim(),
  ...(type === '精准点评'
    ? {
        point: draft.point.trim(),
        score: draft.score.trim(),
        modelId: draft.modelId,
        materialTypeId: draft.materialTypeId,
        tagType: draft.tagType,
      }
    : {}),
})

/** Scales, categories and tags to choose from (R258: the first hundred). */
const choices = { page: 1, size: 100 }
const staleTime = 60_000

type Props = {
  type: CommentType
  /** What is stored of the comment, and what its author has already changed in it. */
  start?: CommentDraft
  changed?: CommentDraft | undefined
  onChange?: (draft: CommentDraft) => void
  label: string
  submitText: string
  busy: boolean
  /** Return the current time of the video, used as the point of a comment when the user starts to write. */
  pointNow?: (() => string | null) | undefined
  /** Resolve to whether it was saved, so that the form can be cleared. */
  onSubmit: (draft: CommentDraft) => Promise<boolean>
  onCancel?: () => void
}

/** Return the messages for invalid fields. */
function problemsOf({ content, point, score }: CommentDraft, isPrecise: boolean, say: ReturnType<typeof useWord>) {
  const number = Number(score)
  const isScore = number >= 0 && number <= highestScore
  const isPoint = pointPattern.test(point.trim())
  return {
    content: content.trim() === '' ? say('comment.contentMissing') : null,
    point: isPrecise && point.trim() !== '' && !isPoint ? say('comment.pointWrong') : null,
    score: isPrecise && score.trim() !== '' && !isScore ? say('comment.scoreWrong') : null,
  }
}

const fields = Object.keys(emptyDraft) as (keyof CommentDraft)[]
export const differs = (draft: CommentDraft, start: CommentDraft) => fields.some((name) => draft[name] !== start[name])
/** Comments are about the record and the tab of an address. */
const placeOf = ({ pathname, search }: URL | Location) => {
  const parameters = new URLSearchParams(search)
  return `${pathname} ${parameters.get('id')} ${parameters.get('tab')}`
}
export const isOtherPlace = (to: URL) => placeOf(to) !== placeOf(location)

/** The text, and for a precise comment its point in time, score, scale, category and tag. */
export function CommentForm({
  type,
  start = emptyDraft,
  changed,
  onChange,
  label,
  submitText,
  busy,
  pointNow,
  onSubmit,
  onCancel,
}: Props) {
  const say = useWord()
  const [draft, setDraft] = useState(changed ?? start)
  const [submitted, setSubmitted] = useState(false)
  const isPrecise = type === '精准点评'
  useAskBeforeLosing(differs(draft, start), isOtherPlace)
  const set = (patch: Partial<CommentDraft>) => {
    setDraft({ ...draft, ...patch })
    onChange?.({ ...draft, ...patch })
  }
  const problems = problemsOf(draft, isPrecise, say)
  const startPoint = () => (isPrecise && draft.point === '' ? { point: pointNow?.() ?? '' } : {})
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (busy || Object.values(problems).some((problem) => problem !== null)) return
    if (await onSubmit(draft)) {
      // The next comment may have been started meanwhile.
      setDraft((now) => (now === draft ? start : now))
      setSubmitted(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-3" aria-label={label} noValidate>
      <Field label={label} required error={submitted ? problems.content : null}>
        {(control) => (
          <textarea
            {...control}
            rows={3}
            maxLength={longestComment}
            className="control py-1.5!"
            value={draft.content}
            onChange={(event) => set({ content: event.target.value, ...(draft.content === '' ? startPoint() : {}) })}
          />
        )}
      </Field>
      {isPrecise && <PreciseFields draft={draft} problems={submitted ? problems : null} onChange={set} />}
      <div className="flex justify-end gap-2">
        {onCancel && <Button onClick={onCancel}>{say('ui.cancel')}</Button>}
        <Button type="submit" variant="primary" busy={busy}>
          {submitText}
        </Button>
      </div>
    </form>
  )
}

type ChoicesProps = { draft: CommentDraft; onChange: (patch: Partial<CommentDraft>) => void }

/** The fields of a precise comment; `problems` = null before the form is submitted. */
function PreciseFields({
  draft,
  problems,
  onChange,
}: ChoicesProps & { problems: ReturnType<typeof problemsOf> | null }) {
  const say = useWord()
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-5">
      <TextField
        label={say('comment.point')}
        help={say('comment.pointHint')}
        error={problems?.point ?? null}
        value={draft.point}
        maxLength={8}
        autoComplete="off"
        onChange={(point) => onChange({ point })}
      />
      <TextField
        label={say('comment.score')}
        help={say('comment.scoreHint')}
        error={problems?.score ?? null}
        value={draft.score}
        inputMode="decimal"
        maxLength={6}
        autoComplete="off"
        onChange={(score) => onChange({ score })}
      />
      <Choices draft={draft} onChange={onChange} />
    </div>
  )
}

/** The scale, category and tag of a precise comment. */
function Choices({ draft, onChange }: ChoicesProps) {
  const say = useWord()
  const models = trpc.models.find.useQuery(choices, { staleTime })
  const types = trpc.materialTypes.find.useQuery(choices, { staleTime })
  const tags = trpc.tagTypes.find.useQuery(choices, { staleTime })
  const named = (rows: readonly { id: number; name: string }[] | undefined) =>
    (rows ?? []).map(({ id, name }) => ({ value: id, label: name }))
  // A comment keeps the name of a deleted tag.
  const tagNames = [
    ...new Set([
      ...(tags.data?.data ?? []).map(({ name }) => name),
      ...(draft.tagType === null ? [] : [draft.tagType]),
    ]),
  ]
  const empty = say('ui.choose')
  return (
    <>
      <Select
        label={say('comment.model')}
        value={draft.modelId}
        emptyLabel={empty}
        options={named(models.data?.data)}
        onChange={(modelId) => onChange({ modelId })}
      />
      <Select
        label={say('comment.materialType')}
        value={draft.materialTypeId}
        emptyLabel={empty}
        options={named(types.data?.data)}
        onChange={(materialTypeId) => onChange({ materialTypeId })}
      />
      <Select
        label={say('comment.tagType')}
        value={draft.tagType}
        emptyLabel={empty}
        options={tagNames.map((name) => ({ value: name, label: name }))}
        onChange={(tagType) => onChange({ tagType })}
      />
    </>
  )
}
