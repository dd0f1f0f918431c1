import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useWord } from '#client/i18n.ts'
import { useBack } from '#client/use-back.ts'
import { Button } from './button.tsx'
import { useKeptActions } from './kept-actions.ts'
import { Skeleton } from './skeleton.tsx'

type Props = {
  /** The list to which the back button leads from a shared link; null = not known yet. */
  listPath: string | null
  /** What it is, where its name alone does not tell. */
  title?: string
  /** undefined = it is being loaded. */
  name: ReactNode
  /** undefined = it is being loaded; null = it has none. */
  state?: ReactNode
  /** Where it belongs and since when; its line keeps its height while it is being loaded. */
  facts: ReactNode
  /** The picture shown before the name. */
  picture?: ReactNode
  /** The buttons, the most important first. */
  actions?: ReactNode
  /** The date of the figures below, at the end of the facts. */
  date?: ReactNode
  /** Shown inside another screen, so without a back button. */
  embedded?: boolean
}

/**
 * The head of every detail screen: back, name, state and actions, and its facts below: two lines of a fixed height on
 * a wide page, so that nothing below moves. On a phone the actions follow the facts. Paper has no buttons.
 */
export function DetailHeader({
  listPath,
  title,
  name,
  state = null,
  facts,
  picture,
  actions = null,
  date,
  embedded = false,
}: Props) {
  const say = useWord()
  const back = useBack(listPath, embedded)
  const buttons = useRef<HTMLDivElement>(null)
  useKeptActions(buttons)
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-1 lg:grid lg:grid-cols-1">
      <div className="contents lg:flex lg:items-center lg:gap-x-4">
        {back && (
          <Button
            variant="quiet"
            className="-ml-3 print:hidden"
            icon={<ArrowLeft aria-hidden className="size-4" />}
            onClick={back}
          >
            {say('ui.back')}
          </Button>
        )}
        {picture}
        <div className="flex min-h-8 min-w-0 flex-1 flex-wrap items-center gap-x-3 max-sm:basis-full">
          <h1 className="flex min-w-0 flex-wrap items-center gap-x-3 text-lg font-semibold">
            {title}
            {name === undefined ? (
              <Skeleton className="h-6 w-40" />
            ) : (
              <span className="line-clamp-2 min-w-0 break-words">{name}</span>
            )}
          </h1>
          {state === undefined ? <Skeleton className="h-5 w-14" /> : state}
        </div>
        {actions !== null && (
          <div
            ref={buttons}
            className="flex min-h-8 shrink-0 flex-wrap items-center gap-2 max-lg:order-last max-lg:mt-1 max-lg:w-full print:hidden"
          >
            {actions}
          </div>
        )}
      </div>
      <div className="contents lg:flex lg:items-start lg:justify-between lg:gap-x-4">
        <div className="flex min-h-5 min-w-0 flex-wrap items-center gap-x-3 text-muted max-lg:w-full">{facts}</div>
        {date}
      </div>
    </header>
  )
}
