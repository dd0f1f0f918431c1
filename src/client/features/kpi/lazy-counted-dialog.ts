import { lazyPart } from '#client/lazy-part.tsx'

/** The dialog of the rows that a bar counts, loaded with the first click on a bar. */
export const CountedDialog = lazyPart(async () => (await import('./counted-dialog.tsx')).CountedDialog)
