import { language, say } from '#client/i18n.ts'
import type { CustodyMark } from '#shared/selected-devices.ts'

/** Return the title of a confirmation: a document rules the Chinese one, which has the question below it. */
export const titleOfQuestion = (question: string): string => (language === 'zh' ? say('ui.hint') : question)

/** Return the most frequent reasons to mark a machine. */
export const usualReasons = (mark: CustodyMark): string[] =>
  (
    ({
      lost: ['custody.usual.lost.notFound', 'custody.usual.lost.stolen', 'custody.usual.lost.transport'],
      found: ['custody.usual.found.counted', 'custody.usual.found.reports'],
      scrap: ['custody.usual.scrap.beyond', 'custody.usual.scrap.old', 'custody.usual.scrap.destroyed'],
    }) as const
  )[mark].map((reason) => say(reason))
