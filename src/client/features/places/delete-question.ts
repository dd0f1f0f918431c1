/** What is asked before a place is deleted, and how it is done and taken back. */
export type DeleteQuestion = {
  name: string
  ask: string
  title: string
  text: string
  remove: (password: string) => Promise<unknown>
  /** Takes it out of the bin again, and reads again whatever shows it. */
  restore: () => Promise<unknown>
  refresh: () => Promise<unknown>
}
