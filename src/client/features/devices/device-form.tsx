import { lazyPart } from '#client/lazy-part.tsx'
import { screenWords } from '#client/screen-words.ts'

/** One machine is added or changed by hand seldom, so its form and words come when they are asked for. */
export const DeviceFormDialog = lazyPart(
  async () => (await Promise.all([import('./device-form-dialog.tsx'), screenWords.deviceForm()]))[0].DeviceFormDialog,
)
