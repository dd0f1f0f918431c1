import { keepPreviousData } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { useLocation } from 'wouter'
import { meansSignedOut, messageOf } from '#client/failures.ts'
import { useIdleLogout } from '#client/idle-logout.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { loginPath } from '#client/redirect.ts'
import { screenWords } from '#client/screen-words.ts'
import { forgetSession, keepSessionInfo, rememberedSessionInfo } from '#client/session.ts'
import { SessionProvider } from '#client/session-context.tsx'
import { signedOut } from '#client/signed-out.ts'
import { readToken } from '#client/token.ts'
import { trpc } from '#client/trpc.ts'
import { toastError } from '#client/ui/toast.ts'
import { FrameSkeleton } from './frame-skeleton.tsx'
import { Layout } from './layout.tsx'
import { ScreenOutlet } from './screen-outlet.tsx'

const FirstPassword = lazyPart(
  async () => {
    const [{ FirstPasswordScreen }] = await Promise.all([
      import('#client/features/auth/first-password-screen.tsx'),
      screenWords.profile(),
    ])
    return FirstPasswordScreen
  },
  <FrameSkeleton />,
)

const freshMilliseconds = 60_000

/** The application after signing in: load the session once, then render frame and screen. */
export function SignedInApp() {
  const remembered = useMemo(rememberedSessionInfo, [])
  const info = trpc.auth.info.useQuery(undefined, {
    staleTime: freshMilliseconds,
    placeholderData: keepPreviousData,
    meta: { silent: true },
  })
  const [path, navigate] = useLocation()
  const { mutate: logOut } = trpc.auth.logout.useMutation({ meta: { silent: true } })
  // Pass the token explicitly, because it is forgotten before the call is sent.
  useIdleLogout(useCallback(() => logOut({ token: readToken() ?? undefined }), [logOut]))

  useEffect(() => {
    if (info.data) keepSessionInfo(info.data)
  }, [info.data])

  useEffect(() => {
    if (!info.error) return
    const isNew = remembered === null && info.data === undefined
    // A newly opened tab has no unsaved work, so go straight to the sign-in page.
    if (meansSignedOut(info.error) && isNew) {
      forgetSession()
      navigate(loginPath(path + location.search), { replace: true })
    } else if (meansSignedOut(info.error)) signedOut(false)
    else {
      toastError(messageOf(info.error))
      // Documented: without routes, drop the token and show the sign-in page. The stored routes bridge a short outage.
      if (isNew) {
        forgetSession()
        navigate(loginPath(path + location.search), { replace: true })
      }
    }
  }, [info.error, info.data, remembered, navigate, path])

  const session = info.data ?? remembered
  if (!session) return <FrameSkeleton />
  return (
    <SessionProvider session={session}>
      {session.mustChangePassword ? (
        <FirstPassword />
      ) : (
        <Layout>
          <ScreenOutlet settled={info.data !== undefined} />
        </Layout>
      )}
    </SessionProvider>
  )
}
