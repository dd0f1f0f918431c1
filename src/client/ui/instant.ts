import { locale } from '#client/i18n.ts'

/** An ISO instant by the clock of the business, wherever the reader sits: the same as in exports and calls. `short` leaves the seconds out, for narrow columns. */
export const formatInstant = (iso: string, timeZone: string, timeStyle: 'medium' | 'short' = 'medium'): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle, timeZone }).format(new Date(iso))
