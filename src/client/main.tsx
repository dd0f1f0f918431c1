import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App, loadFirstScreen } from './app.tsx'
import { locale } from './i18n.ts'
import { followTheme } from './theme.ts'
import { keepEarly } from './trpc.ts'
import './styles.css'

// Zod tests with `new Function` whether it may compile, which our content security policy refuses and reports. Its
// chunk loads later and reads this; `z.config()` would add all of Zod to the first script.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

document.documentElement.lang = locale
followTheme()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
keepEarly()
// Render in slices, so that a phone can respond to touches in between; as one task the first screen would block it.
const render = () =>
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
// Code that failed to load is loaded again while rendering, where the failure is shown.
loadFirstScreen().then(render, render)
