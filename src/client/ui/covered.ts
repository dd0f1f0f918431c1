/** Is a dialog over the page? Details beside a list are none: the page stays in use, and so do its keys. */
export const isPageCovered = (): boolean =>
  document.querySelector('[role=alertdialog], [role=dialog][aria-modal=true]') !== null

/** Is a dialog over the page, or a menu open, so that a key is theirs? */
export const isKeyTaken = (): boolean =>
  isPageCovered() || document.querySelector('[role=menu], [role=listbox]') !== null
