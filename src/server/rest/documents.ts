import type { Request, Response } from 'express'
import { businessDay } from '#shared/business-time.ts'
import { isLanguage, type Language } from '#shared/i18n/index.ts'
import { docsPage } from './docs.ts'
import { docsStyle } from './docs-style.ts'
import { openApi } from './openapi.ts'
import { routes } from './routes.ts'

type Document = { type: string; make: (language: Language, today: string) => string }
const page: Document = {
  type: 'text/html; charset=utf-8',
  make: (language, today) => docsPage(routes, language, today),
}
const description: Document = {
  type: 'application/json; charset=utf-8',
  make: (language, today) => JSON.stringify(openApi(routes, language, today)),
}
const documents: Readonly<Record<string, Document>> = {
  '/docs': page,
  '/swagger': page,
  '/openapi.json': description,
  '/swagger.json': description,
  '/docs.css': { type: 'text/css; charset=utf-8', make: () => docsStyle },
}
/** Cached for a day and language, created at the first request: examples contain days around today. */
const made = new Map<string, { day: string; text: string }>()

/**
 * Answer a request for the documentation; false = another request. `?lang=zh|en` takes precedence over the browser's
 * language.
 */
export function sendDocument(request: Request, response: Response, language: Language): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const path = request.path.toLowerCase().replace(/\/$/, '')
  const document = Object.hasOwn(documents, path) ? documents[path] : undefined
  if (!document) return false
  const requested = new URLSearchParams(request.url.split('?', 2)[1] ?? '').get('lang')
  const spoken = isLanguage(requested) ? requested : language
  const key = `${path} ${spoken}`
  const day = businessDay(new Date(), 'UTC')
  const kept = made.get(key)
  const text = kept?.day === day ? kept.text : document.make(spoken, day)
  made.set(key, { day, text })
  response
    .status(200)
    .set({ 'Content-Type': document.type, 'Cache-Control': 'no-cache', Vary: 'Accept-Language, X-Locale' })
    .send(text)
  return true
}
