import { useEffect, useState } from 'react'
import { Redirect, useSearch } from 'wouter'
import { useBranding } from '#client/branding.ts'
import { meansSignedOut } from '#client/failures.ts'
import { useWord } from '#client/i18n.ts'
import { afterSignIn } from '#client/redirect.ts'
import { forgetSession, useSignedIn } from '#client/session.ts'
import { trpc } from '#client/trpc.ts'
import { BrandMark } from '#client/ui/brand-mark.tsx'
import { LanguageButton } from '#client/ui/language-button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { LoginForm } from './login-form.tsx'
import { useTicketSignIn } from './use-sign-in.ts'

const freshMilliseconds = 60_000

/** Take the ticket and remove it from the address, so that it is neither in the address bar nor in the history. */
function takeTicket(): string | null {
  const address = new URL(location.href)
  const ticket = address.searchParams.get('token')
  if (ticket === null) return null
  address.searchParams.delete('token')
  history.replaceState(history.state, '', address)
  return ticket
}

/** Check whether the token of this browser is still valid; an invalid one is removed, and the form is shown. */
function useTokenCheck(): boolean | 'checking' {
  const signedIn = useSignedIn()
  const info = trpc.auth.info.useQuery(undefined, {
    enabled: signedIn,
    staleTime: freshMilliseconds,
    retry: false,
    meta: { silent: true, quiet: true },
  })
  const over = info.error !== null && meansSignedOut(info.error)
  useEffect(() => {
    if (over) forgetSession()
  }, [over])
  if (signedIn && info.isLoading) return 'checking'
  return signedIn && info.data !== undefined && !over
}

/** The sign-in page. It redirects a signed-in user to the requested page. */
export function LoginScreen() {
  const say = useWord()
  const search = useSearch()
  const signedIn = useTokenCheck()
  const { brandText, supportPhone, companyId, companyName, loading } = useBranding()
  const [ticket] = useState(() => new URLSearchParams(location.search).get('token'))
  const [redeemed, setRedeemed] = useState(ticket === null)
  const { redeem } = useTicketSignIn(() => setRedeemed(true))
  useEffect(() => {
    const taken = takeTicket()
    if (taken !== null) redeem(taken)
  }, [redeem])
  useEffect(() => {
    document.title = `${say('login.title')} · ${brandText}`
  }, [say, brandText])

  if (signedIn === true && redeemed)
    return <Redirect to={afterSignIn(new URLSearchParams(search).get('redirect'), location.origin)} replace />
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr_auto] p-4">
      <header className="flex justify-end">
        <LanguageButton />
      </header>
      <main className="mx-auto grid w-full max-w-sm content-start gap-6 pt-[clamp(1rem,14vh,10rem)] pb-8">
        <div className="grid justify-items-center gap-3 text-center">
          <BrandMark className="size-12" />
          <p className="min-h-7 text-xl font-semibold">{loading ? <Skeleton className="h-7 w-40" /> : brandText}</p>
          {companyName && <p className="text-muted">{companyName}</p>}
        </div>
        <section aria-label={say('login.title')} className="rounded-md border border-line bg-surface p-6">
          <h1 className="mb-4 text-lg font-semibold">{say('login.title')}</h1>
          {signedIn === 'checking' && redeemed ? (
            <Skeleton className="h-71" />
          ) : redeemed ? (
            <LoginForm companyId={companyId} />
          ) : (
            <p role="status">{say('login.byTicket')}</p>
          )}
        </section>
      </main>
      <footer className="figures min-h-5 text-center text-muted">
        {supportPhone && say('login.supportPhone', { phone: supportPhone })}
      </footer>
    </div>
  )
}
