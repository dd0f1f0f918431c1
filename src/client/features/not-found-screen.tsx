import { Lock, MapPinOff } from 'lucide-react'
import { useHistoryState } from 'wouter/use-browser-location'
import { sayTitle, useWord } from '#client/i18n.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { buttonStyle } from '#client/ui/button.tsx'

/** Data from the frame about an existing address that this person may not open: the title of its screen. */
export type ForbiddenScreen = { forbidden: string }

const useForbidden = (): string | undefined => useHistoryState<ForbiddenScreen | null>()?.forbidden

/** The title of this screen for the browser tab and the navigation bar. */
export function useLostTitle(): string {
  const say = useWord()
  return say(useForbidden() === undefined ? 'screen.notFound' : 'screen.forbidden')
}

/**
 * Shown for unknown addresses and for screens that the person may not open: what happened, what to do, and a link to
 * the start.
 */
export function NotFoundScreen() {
  const say = useWord()
  const forbidden = useForbidden()
  const Icon = forbidden === undefined ? MapPinOff : Lock
  return (
    <div className="grid min-h-96 place-content-center justify-items-center gap-3 p-4 text-center">
      <Icon aria-hidden className="size-10 text-muted" strokeWidth={1.25} />
      <p className="figures text-4xl font-semibold text-muted">{forbidden === undefined ? '404' : '403'}</p>
      <h1 className="text-lg font-semibold">
        {forbidden === undefined ? say('notFound.message') : say('notFound.forbidden', { title: sayTitle(forbidden) })}
      </h1>
      <p className="text-muted">{say(forbidden === undefined ? 'notFound.check' : 'notFound.ask')}</p>
      <AppLink href="/" className={buttonStyle('primary')}>
        {say('notFound.home')}
      </AppLink>
    </div>
  )
}
