import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { locale } from './i18n.ts'
import { followTheme } from './theme.ts'
import { keepEarly } from './trpc.ts'
import './styles.css'

// Zod tries by `new Function` whether it may compile, which our content policy refuses and reports. Its chunk loads later and reads this;
// `z.config()` would bring all of it into the first script.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

document.documentElement.lang = locale
followTheme()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
keepEarly()
// In pieces, between which a phone answers a touch; as one task the first screen would hold it up.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
)
