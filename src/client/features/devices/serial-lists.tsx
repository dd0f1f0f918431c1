import { lazyPart } from '#client/lazy-part.tsx'
import { screenWords } from '#client/screen-words.ts'

/** Few users look up many machines at once, so load the dialog and its words on demand. */
export const SerialListDialog = lazyPart(
  async () => (await Promise.all([import('./serial-list-dialog.tsx'), screenWords.serialLists()]))[0].SerialListDialog,
)
export const SerialListNotice = lazyPart(
  async () => (await Promise.all([import('./serial-list-notice.tsx'), screenWords.serialLists()]))[0].SerialListNotice,
  <div className="h-11 rounded-md border border-line bg-surface" />,
)
