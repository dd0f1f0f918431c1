import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import type { ClassDetail } from '#shared/classes.ts'

const StaffDialog = lazyPart(async () => (await import('./staff-dialog.tsx')).StaffDialog)

/** The listeners and evaluators of a session, and the dialog that adds one. */
export function ClassStaff({ session }: { session: ClassDetail }) {
  const say = useWord()
  const [open, setOpen] = useState(false)
  return (
    <div className="grid gap-4">
      {session.checks.length === 0 ? (
        <p className="text-muted">{say('class.noChecks')}</p>
      ) : (
        <ul aria-label={say('class.checks')} className="flex flex-wrap gap-2">
          {session.checks.map(({ id, name, avatar }) => (
            <li key={id} className="flex items-center gap-2 rounded-md border border-line px-2 py-1">
              <Avatar name={name} url={avatar} />
              {name}
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button icon={<UserPlus aria-hidden className="size-4" />} onClick={() => setOpen(true)}>
          {say('class.addStaff')}
        </Button>
      </div>
      {open && <StaffDialog session={session} onClose={() => setOpen(false)} />}
    </div>
  )
}
