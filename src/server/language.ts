import type { IncomingHttpHeaders } from 'node:http'
import { defaultLanguage, isLanguage, type Language } from '#shared/i18n/index.ts'

/** Return the caller's language: `X-Locale: zh | en`, otherwise the first supported one of `Accept-Language`. */
export function languageOf(headers: IncomingHttpHeaders): Language {
  const chosen = headers['x-locale']
  if (isLanguage(chosen)) return chosen
  for (const wish of (headers['accept-language'] ?? '').split(',', 8)) {
    const language = wish.trim().slice(0, 2).toLowerCase()
    if (isLanguage(language)) return language
  }
  return defaultLanguage
}
