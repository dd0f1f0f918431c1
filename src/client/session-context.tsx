import { createContext, type ReactNode, useContext } from 'react'
import type { SessionInfo } from '#shared/auth.ts'
import { businessDay } from '#shared/business-time.ts'
import type { Day } from '#shared/dates.ts'
import type { PermissionKey } from '#shared/roles.ts'

const SessionContext = createContext<SessionInfo | null>(null)

export const SessionProvider = ({ session, children }: { session: SessionInfo; children: ReactNode }) => (
  <SessionContext value={session}>{children}</SessionContext>
)

/** The signed-in user and the company; use it only inside the frame. */
export function useSession(): SessionInfo {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession is used outside the frame')
  return session
}

/** Return the current business day; before the user is known, the day of this browser. */
export function useToday(): Day {
  const session = useContext(SessionContext)
  return businessDay(new Date(), session?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone)
}

/**
 * Return whether the user has a permission. It only hides actions that would be refused; the server decides each call
 * itself.
 */
export const useMay = (key: PermissionKey): boolean => useSession().permissions.includes(key)
