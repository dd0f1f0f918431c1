import { Lock, MapPinOff } from 'lucide-react'
import { say, sayTitle } from '#client/i18n.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { buttonStyle } from '#client/ui/button.tsx'
import type { Word } from '#shared/i18n/index.ts'
import { titleOfScreen } from '#shared/menu.ts'

/** The title of this screen for the browser tab and the navigation bar; '' for an address that leads to another one. */
export const sayLost = (path: string): string =>
  path === '/404' ? say('screen.notFound') : titleOfScreen(path) === undefined ? '' : say('screen.forbidden')

/**
 * Shown for unknown addresses and for screens that the person may not open: what happened, what to do, and a link to
 * the start. `forbidden` = the title of an existing screen that this person may not open.
 */
export function NotFoundScreen({ forbidden }: { forbidden?: Word }) {
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
