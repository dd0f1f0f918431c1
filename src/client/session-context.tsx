import { createContext, type ReactNode, useContext } from 'react'
import type { SessionInfo } from '#shared/auth.ts'
import { businessDay, type Day } from '#shared/dates.ts'
import type { PermissionKey } from '#shared/permissions.ts'

const SessionContext = createContext<SessionInfo | null>(null)

export const SessionProvider = ({ session, children }: { session: SessionInfo; children: ReactNode }) => (
  <SessionContext value={session}>{children}</SessionContext>
)

/** Who is signed in and where; only inside the frame. */
export function useSession(): SessionInfo {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession is used outside the frame')
  return session
}

/** The business day of now; before anybody is known, the day of this browser. */
export function useToday(): Day {
  const session = useContext(SessionContext)
  return businessDay(new Date(), session?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone)
}

/** Whether the person holds a permission key. It only hides what would be refused; the server decides each call by itself. */
export const useMay = (key: PermissionKey): boolean => useSession().permissions.includes(key)
