import { CloseButton, Popover, PopoverButton, PopoverPanel } from '@headlessui/react'
import { CircleUser, LogOut } from 'lucide-react'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { leaveForLogin } from '#client/signed-out.ts'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { Button, buttonStyle } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { LanguageButton } from '#client/ui/language-button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { roleOfLabel } from '#shared/roles.ts'
import { BusinessDate } from './business-date.tsx'
import { CompanySelector } from './company-selector.tsx'
import { ThemeMenu } from './theme-menu.tsx'

/**
 * The avatar menu: the signed-in user, and "sign out". On small screens also the tools that do not fit into the navbar.
 */
export function AccountPanel() {
  const say = useWord()
  const session = useSession()
  const logOut = trpc.auth.logout.useMutation({ meta: { silent: true }, onSettled: () => leaveForLogin() })
  return (
    <Popover className="relative">
      <PopoverButton
        aria-label={say('nav.account', { name: session.name })}
        title={session.name}
        className="ml-1 grid size-8 place-items-center rounded-full bg-accent-soft font-semibold text-accent"
      >
        <span aria-hidden>{[...session.name][0]?.toUpperCase() ?? '?'}</span>
      </PopoverButton>
      {/* CSS positions the panel: an anchored panel is moved out of the header and adds hidden focus stops. */}
      <PopoverPanel className="popover absolute top-full right-0 mt-1.5 max-h-[calc(100dvh-4rem)] w-72 overflow-y-auto p-0!">
        <PersonalInfo />
        <div className="grid gap-3 border-t border-line p-4 md:hidden">
          <CompanySelector />
          <BusinessDate />
          <div className="flex items-center justify-between">
            <LanguageButton />
            <ThemeMenu />
          </div>
        </div>
        <div className="grid gap-1 border-t border-line p-2">
          <CloseButton
            as={AppLink}
            href="/profile/index"
            className={classNames(buttonStyle('quiet'), 'w-full justify-start!')}
          >
            <CircleUser aria-hidden className="size-4" />
            {say('route.profile')}
          </CloseButton>
          <Button
            variant="quiet"
            className="w-full justify-start!"
            icon={<LogOut aria-hidden className="size-4" />}
            busy={logOut.isPending}
            onClick={() => logOut.mutate({})}
          >
            {say('session.quit')}
          </Button>
        </div>
      </PopoverPanel>
    </Popover>
  )
}

function PersonalInfo() {
  const say = useWord()
  const session = useSession()
  const profile = trpc.users.profile.useQuery({ id: session.id })
  const rows = [
    { label: say('login.userName'), value: session.userName },
    { label: say('nav.role'), value: say(`role.${roleOfLabel(session.nickName)}`) },
    { label: say('nav.phone'), value: profile.isLoading ? undefined : (profile.data?.phone ?? '-') },
  ]
  return (
    <div className="grid gap-2 p-4">
      {profile.data?.avatar && <img src={profile.data.avatar} alt="" className="size-16 rounded-md object-cover" />}
      <p className="truncate text-base font-semibold">{session.name}</p>
      <dl className="grid gap-1">
        {rows.map(({ label, value }) => (
          <div key={label} className="flex items-center justify-between gap-4">
            <dt className="text-muted">{label}</dt>
            <dd className="figures min-w-0 truncate">{value ?? <Skeleton className="h-3.5 w-24" />}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
