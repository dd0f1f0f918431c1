import { TriangleAlert } from 'lucide-react'
import { useWord } from '#client/i18n.ts'
import { type FeedQuestion, type FeedQuestionKind, feedQuestions } from '#shared/feed.ts'
import { FeedOption } from './feed-option.tsx'

type Props = {
  questions: readonly FeedQuestion[]
  confirmed: readonly FeedQuestionKind[]
  onConfirm: (confirmed: FeedQuestionKind[]) => void
}

/** The questions about an unusual feed, each with a checkbox: the feed can be applied when all are checked. */
export function FeedQuestions({ questions, confirmed, onConfirm }: Props) {
  const say = useWord()
  const kinds = feedQuestions.filter((kind) => questions.some((question) => question.kind === kind))
  if (kinds.length === 0) return null
  return (
    <fieldset className="grid grid-cols-1 gap-3 rounded-md border border-line bg-caution-soft px-3 py-2">
      <legend className="sr-only">{say('feedScreen.confirm')}</legend>
      <p aria-hidden className="flex items-start gap-2 font-medium">
        <TriangleAlert className="mt-0.5 size-4 shrink-0 text-caution" />
        {say('feedScreen.confirm')}
      </p>
      {kinds.map((kind) => (
        <FeedOption
          key={kind}
          kind="checkbox"
          name={kind}
          label={say(`feedScreen.confirm.${kind}`)}
          help={
            <ul className="grid max-h-32 gap-0.5 overflow-auto">
              {questions
                .filter((question) => question.kind === kind)
                .map(({ siteId, text }) => (
                  <li key={siteId ?? kind}>{text}</li>
                ))}
            </ul>
          }
          checked={confirmed.includes(kind)}
          onChange={(checked) =>
            onConfirm(checked ? [...confirmed, kind] : confirmed.filter((other) => other !== kind))
          }
        />
      ))}
    </fieldset>
  )
}
