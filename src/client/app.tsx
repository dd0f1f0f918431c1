import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useLayoutEffect } from 'react'
import { Redirect, Router, useLocation, useSearch } from 'wouter'
import { keptBare } from './bare.ts'
import { followConnection } from './connection.ts'
import { ErrorBoundary, endBoot } from './error-boundary.tsx'
import { lazyPart } from './lazy-part.tsx'
import { queryClient } from './query-client.ts'
import { loginPath, openPaths, plainPath } from './redirect.ts'
import { screenWords } from './screen-words.ts'
import { useSignedIn } from './session.ts'
import { useSignInRequest } from './sign-in-again.ts'
import { followTabs } from './signed-out.ts'
import { trpc, trpcClient } from './trpc.ts'
import { useOpenBox } from './ui/box.ts'
import { Toasts } from './ui/toasts.tsx'
import { UnreachableBar } from './unreachable-bar.tsx'

// Load the signed-in application and the message box when they are needed.
const SignedInApp = lazy(async () => ({ default: (await import('./frame/signed-in-app.tsx')).SignedInApp }))
const LoginScreen = lazy(async () => {
  const [{ LoginScreen: Screen }] = await Promise.all([import('./features/auth/login-screen.tsx'), screenWords.auth()])
  return { default: Screen }
})
const NotFoundScreen = lazy(async () => ({ default: (await import('./features/not-found-screen.tsx')).NotFoundScreen }))
const ActivityScreen = lazy(async () => ({
  default: (await import('./features/classes/activity-screen.tsx')).ActivityScreen,
}))
const LookUpScreen = lazy(async () => ({
  default: (await import('./features/reports/look-up-screen.tsx')).LookUpScreen,
}))
const SignInAgainDialog = lazyPart(async () => {
  const [{ SignInAgainDialog: Part }] = await Promise.all([
    import('./features/auth/sign-in-again-dialog.tsx'),
    screenWords.auth(),
  ])
  return Part
})
const ConfirmBox = lazyPart(async () => (await import('./ui/confirm-box.tsx')).ConfirmBox)

/** The guard: decide which paths the user may open. */
function Guard() {
  const [path] = useLocation()
  const search = useSearch()
  const signedIn = useSignedIn()
  if (plainPath(path) === '/login') return <LoginScreen />
  if (plainPath(path) === '/activity') return <ActivityScreen />
  if (plainPath(path) === '/checking/index') return <LookUpScreen />
  // The other open paths have no screen yet, so they show "not found" without asking the user to sign in.
  if (openPaths.includes(plainPath(path))) return <NotFoundScreen />
  if (!signedIn) return <Redirect to={loginPath(search ? `${path}?${search}` : path)} replace />
  return <SignedInApp />
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
            <Router hrefs={keptBare} aroundNav={(navigate, to, options) => navigate(keptBare(to), options)}>
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
