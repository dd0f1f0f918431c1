import type { FeedResult } from '#shared/feed.ts'
import { type Language, word } from '#shared/i18n/index.ts'
import { say as print } from './output.ts'

/** Print how many machines changed from which state to which; a new machine had none. */
export function sayStateChanges(changes: FeedResult['transitions'], language: Language): void {
  for (const { from, to, count } of changes)
    print(
      `${from === null ? '-' : word(language, `device.state.${from}`)} → ${word(language, `device.state.${to}`)}: ${count}`,
    )
}
