import { LogOut } from 'lucide-react'
import { useEffect } from 'react'
import { useBranding } from '#client/branding.ts'
import { useWord } from '#client/i18n.ts'
import { leaveForLogin } from '#client/signed-out.ts'
import { trpc } from '#client/trpc.ts'
import { BrandMark } from '#client/ui/brand-mark.tsx'
import { Button } from '#client/ui/button.tsx'
import { LanguageButton } from '#client/ui/language-button.tsx'
import { PasswordForm } from './password-form.tsx'

/** The only screen while the password was set by an administrator: change it, or sign out. */
export function FirstPasswordScreen() {
  const say = useWord()
  const { brandText } = useBranding()
  const logOut = trpc.auth.logout.useMutation({ meta: { silent: true }, onSettled: () => leaveForLogin() })
  useEffect(() => {
    document.title = `${say('account.changeTitle')} · ${brandText}`
  }, [say, brandText])
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] p-4">
      <header className="flex items-center gap-2.5">
        <BrandMark className="size-7" />
        <span className="min-w-0 flex-1 truncate font-semibold">{brandText}</span>
        <LanguageButton />
        <Button
          variant="quiet"
          icon={<LogOut aria-hidden className="size-4" />}
          busy={logOut.isPending}
          onClick={() => logOut.mutate({})}
        >
          {say('session.quit')}
        </Button>
      </header>
      <main className="mx-auto w-full max-w-sm pt-[clamp(1rem,12vh,8rem)]">
        <section aria-labelledby="first-password" className="grid gap-4 rounded-md border border-line bg-surface p-6">
          <h1 id="first-password" className="text-lg font-semibold">
            {say('account.changeTitle')}
          </h1>
          <p>{say('account.mustChange')}</p>
          <PasswordForm autoFocus />
        </section>
      </main>
    </div>
  )
}
