import { MapPinOff } from 'lucide-react'
import { useWord } from '#client/i18n.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { buttonStyle } from '#client/ui/button.tsx'

/** Where unknown addresses lead: what happened, what to check, and the way home. */
export function NotFoundScreen() {
  const say = useWord()
  return (
    <div className="grid min-h-96 place-content-center justify-items-center gap-3 p-4 text-center">
      <MapPinOff aria-hidden className="size-10 text-muted" strokeWidth={1.25} />
      <p className="figures text-4xl font-semibold text-muted">404</p>
      <h1 className="text-lg font-semibold">{say('notFound.message')}</h1>
      <p className="text-muted">{say('notFound.check')}</p>
      <AppLink href="/" className={buttonStyle('primary')}>
        {say('notFound.home')}
      </AppLink>
    </div>
  )
}
