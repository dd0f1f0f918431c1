import { Check, CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWord } from '#client/i18n.ts'
import { classNames } from '#client/ui/class-names.ts'

type Props = {
  by: number
  /** Whether an increase is good; null = neither good nor bad. */
  isBetter: boolean | null
  /** The change in words, for the title and for screen readers. */
  words: string
  className?: string
  /** The change as shown, with its sign. */
  children: ReactNode
}

/** A change of a figure; a mark beside the colour shows whether it is for the better. */
export function Change({ by, isBetter, words, className, children }: Props) {
  const say = useWord()
  const good = isBetter === null || by === 0 ? null : by > 0 === isBetter
  const Mark = good ? Check : CircleAlert
  const summary = good === null ? words : [words, say(good ? 'today.better' : 'today.worse')].join(say('today.comma'))
  return (
    <span
      title={by === 0 ? undefined : summary}
      className={classNames(
        'whitespace-nowrap',
        good === null ? 'text-muted' : good ? 'text-success' : 'text-danger',
        className,
      )}
    >
      <span aria-hidden>
        {children}
        {good !== null && <Mark className="ml-1 inline size-3 align-[-0.125em]" strokeWidth={2.5} />}
      </span>
      <span className="sr-only">{summary}</span>
    </span>
  )
}
