/** The open menu, list or pop-over; a hidden one is none. */
const openMenu = () => [...document.querySelectorAll('.popover')].find((menu) => menu.checkVisibility())

/** Back and Forward of the browser close an open menu, list or pop-over as Escape does, before any dialog below it. */
function close(event: NavigateEvent): void {
  if (event.navigationType !== 'traverse' || !event.userInitiated || !event.cancelable) return
  const menu = openMenu()
  if (!menu) return
  event.preventDefault()
  event.stopImmediatePropagation()
  const focused = document.activeElement
  const target = focused === null || focused === document.body ? menu : focused
  target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
}

/** Let Back close menus from now on. */
export function closeMenusBeforeBack(): void {
  // The capture phase comes before the listeners of dialogs.
  if ('navigation' in window) window.navigation.addEventListener('navigate', close, { capture: true })
}
