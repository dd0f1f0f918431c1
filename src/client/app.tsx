import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect, useLayoutEffect } from 'react'
import { type AroundNavHandler, Redirect, Router, useLocation, useSearch } from 'wouter'
import { keptBare } from './bare.ts'
import { followConnection } from './connection.ts'
import { ErrorBoundary, endBoot } from './error-boundary.tsx'
import { lazyPart } from './lazy-part.tsx'
import { askedFirst } from './leaving.ts'
import { queryClient } from './query-client.ts'
import { loginPath, openPaths, plainPath } from './redirect.ts'
import { type Screen, screen } from './screen-code.ts'
import { screenWords } from './screen-words.ts'
import { isSignedIn, rememberedSessionInfo, useSignedIn } from './session.ts'
import { useSignInRequest } from './sign-in-again.ts'
import { followTabs } from './signed-out.ts'
import { earlySession, trpc, trpcClient } from './trpc.ts'
import { useOpenBox } from './ui/box.ts'
import { Toasts } from './ui/toasts.tsx'
import { UnreachableBar } from './unreachable-bar.tsx'

// Load the signed-in application and the message box when they are needed.
const signedInApp = screen(async () => (await import('./frame/signed-in-app.tsx')).SignedInApp)
const login = screen(async () => (await import('./features/auth/login-screen.tsx')).LoginScreen, screenWords.auth)
const notFound = screen(async () => (await import('./features/not-found-screen.tsx')).NotFoundScreen)
const activity = screen(async () => (await import('./features/classes/activity-screen.tsx')).ActivityScreen)
const lookUp = screen(async () => (await import('./features/reports/look-up-screen.tsx')).LookUpScreen)
const SignInAgainDialog = lazyPart(async () => {
  const [{ SignInAgainDialog: Part }] = await Promise.all([
    import('./features/auth/sign-in-again-dialog.tsx'),
    screenWords.auth(),
  ])
  return Part
})
const ConfirmBox = lazyPart(async () => (await import('./ui/confirm-box.tsx')).ConfirmBox)

/** Return the screen of a path that needs no sign-in; undefined for any other path. */
function openScreen(path: string): Screen | undefined {
  if (path === '/login') return login
  if (path === '/activity') return activity
  if (path === '/checking/index') return lookUp
  // The other open paths have no screen yet, so they show "not found" without asking the user to sign in.
  return openPaths.includes(path) ? notFound : undefined
}

/**
 * Load the code that the address needs: rendered before it has arrived, the page would show a placeholder for at least
 * 300 ms. Fails if the code of the application fails to load.
 */
export async function loadFirstScreen(): Promise<void> {
  const path = plainPath(location.pathname)
  const open = isSignedIn() ? openScreen(path) : (openScreen(path) ?? login)
  if (open) return void (await open.load())
  const [{ loadScreen }, session] = await Promise.all([
    import('./known-routes.ts'),
    rememberedSessionInfo() ?? earlySession(),
    signedInApp.load(),
  ])
  await loadScreen(session?.routes ?? [], path)
}

/** The guard: decide which paths the user may open. */
function Guard() {
  const [path] = useLocation()
  const search = useSearch()
  const signedIn = useSignedIn()
  const open = openScreen(plainPath(path))
  if (open) return <open.Screen />
  if (!signedIn) return <Redirect to={loginPath(search ? `${path}?${search}` : path)} replace />
  return <signedInApp.Screen />
}

/** Links and menus push an address, which may lose input; what replaces one follows from what has happened. */
const aroundNav: AroundNavHandler = (navigate, to, options) => {
  const go = () => navigate(keptBare(to), options)
  if (options?.replace) go()
  else askedFirst(to, go)
}

/** Remove the initial frame of `index.html` in the same paint as the first screen that replaces it. */
function Arrived() {
  useLayoutEffect(endBoot, [])
  return null
}

export function App() {
  const box = useOpenBox()
  const request = useSignInRequest()
  useEffect(() => followTabs(() => void queryClient.invalidateQueries()), [])
  useEffect(() => followConnection(() => void queryClient.refetchQueries({ type: 'active' })), [])
  return (
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <ErrorBoundary>
          <Suspense fallback={null}>
            <Arrived />
            <Router hrefs={keptBare} aroundNav={aroundNav}>
              <Guard />
            </Router>
          </Suspense>
        </ErrorBoundary>
        {request && <SignInAgainDialog key={request.userName} request={request} onClose={request.onCancel} />}
        {box && <ConfirmBox box={box} onClose={() => box.answer(false)} />}
        <UnreachableBar />
        <Toasts />
      </QueryClientProvider>
    </trpc.Provider>
  )
}
