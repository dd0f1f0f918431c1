import { locale } from '#client/i18n.ts'

/** An ISO instant by the clock of the business, wherever the reader sits: the same as in exports and calls. */
export const formatInstant = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone }).format(new Date(iso))
