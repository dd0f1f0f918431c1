import { lazyPart } from '#client/lazy-part.tsx'
import { screenWords } from '#client/screen-words.ts'

/** Users rarely add or change a machine by hand, so load the form and its words on demand. */
export const DeviceFormDialog = lazyPart(
  async () => (await Promise.all([import('./device-form-dialog.tsx'), screenWords.deviceForm()]))[0].DeviceFormDialog,
)
