import { locale } from '#client/i18n.ts'

const instants = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' })

/** An ISO instant by the clock of this browser. */
export const formatInstant = (iso: string): string => instants.format(new Date(iso))
