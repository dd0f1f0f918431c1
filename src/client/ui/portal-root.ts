/**
 * The element in which Headless UI renders menus and choices over the page. It uses an existing one, and removes an
 * empty one.
 */
const id = 'headlessui-portal-root'

/**
 * Make that element a landmark, so that menus and choices in it are inside a landmark; `label` = its name for screen
 * readers.
 */
export function namePortalRoot(label: string): void {
  const known = document.getElementById(id)
  const root = known ?? document.createElement('div')
  root.id = id
  root.setAttribute('role', 'region')
  root.setAttribute('aria-label', label)
  if (known) return
  // Add an element that is never displayed, so that Headless UI does not remove the root.
  root.append(document.createElement('template'))
  document.body.append(root)
}
