type Ask = (to: string, leave: () => void) => boolean

/** A small file of its own, so that screens without a form need not load `ask-before-leaving.ts`, which sets `ask`. */
export const leaving: { ask: Ask | null } = { ask: null }

/** Do what opens the address `to`, unless a form of the page would lose its input: then after its question. */
export function askedFirst(to: string, leave: () => void): void {
  if (!leaving.ask?.(to, leave)) leave()
}
