/** Is a modal dialog open? Details beside a list do not count: the page and its keyboard shortcuts stay usable. */
export const isPageCovered = (): boolean =>
  document.querySelector('[role=alertdialog], [role=dialog][aria-modal=true]') !== null

/** Is a dialog, a menu or a list box open, which handles the keys itself? */
export const isKeyTaken = (): boolean =>
  isPageCovered() || document.querySelector('[role=menu], [role=listbox]') !== null
