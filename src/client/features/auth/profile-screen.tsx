import { OwnTraces } from '#client/features/traces/own-traces.tsx'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Card } from '#client/ui/card.tsx'
import { toMinute } from '#client/ui/instant.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { QueryError } from '#client/ui/status.tsx'
import { useSettled } from '#client/use-settled.ts'
import { roleOfLabel } from '#shared/roles.ts'
import { OwnPicture } from './own-picture.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { PasswordForm } from './password-form.tsx'

/** The user's own page: profile, password, sessions, and records about the user. */
export function ProfileScreen() {
  const say = useWord()
  const settled = useSettled('auth')
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="page-title text-lg font-semibold">{say('account.title')}</h1>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <Person />
        <Card title={say('account.changeTitle')}>
          <PasswordForm />
        </Card>
      </div>
      <OwnSessions />
      <Card title={say('traces.own')} padded={false} className={settled ? undefined : 'invisible'}>
        <OwnTraces />
      </Card>
    </div>
  )
}

function Person() {
  const say = useWord()
  const session = useSession()
  const profile = trpc.users.profile.useQuery({ id: session.id }, { meta: { silent: true } })
  const known = profile.data
  const rows = [
    { label: say('account.name'), value: session.name },
    { label: say('account.userName'), value: session.userName },
    { label: say('account.phone'), value: known && (known.phone ?? '-') },
    { label: say('account.role'), value: say(`role.${roleOfLabel(session.nickName)}`) },
    { label: say('account.company'), value: known?.companyName },
    { label: say('account.created'), value: known?.createTimeStr && toMinute(known.createTimeStr) },
  ]
  return (
    <Card title={session.name}>
      {profile.error ? (
        <QueryError query={profile} />
      ) : (
        <div className="grid gap-4">
          {known ? <OwnPicture profile={known} /> : <Skeleton className="h-27" />}
          <dl className="grid gap-2">
            {rows.map(({ label, value }) => (
              <div key={label} className="grid grid-cols-[7rem_1fr] gap-4">
                <dt className="text-muted">{label}</dt>
                <dd className="figures min-w-0 break-words">{value ?? <Skeleton className="h-4 w-36" />}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </Card>
  )
}
