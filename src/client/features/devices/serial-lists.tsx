import { lazyPart } from '#client/lazy-part.tsx'
import { screenWords } from '#client/screen-words.ts'

/** Few people look up many machines at once, so what they need for it comes when it is asked for. */
export const SerialListDialog = lazyPart(
  async () => (await Promise.all([import('./serial-list-dialog.tsx'), screenWords.serialLists()]))[0].SerialListDialog,
)
export const SerialListNotice = lazyPart(
  async () => (await Promise.all([import('./serial-list-notice.tsx'), screenWords.serialLists()]))[0].SerialListNotice,
  <div className="h-11 rounded-md border border-line bg-surface" />,
)
