/** Where Headless UI puts menus and choices that open over the page. It takes one that is there, and removes one that is empty. */
const id = 'headlessui-portal-root'

/** Makes of that place a landmark, so that what is open there lies outside of none; `label` = its name for screen readers. */
export function namePortalRoot(label: string): void {
  const known = document.getElementById(id)
  const root = known ?? document.createElement('div')
  root.id = id
  root.setAttribute('role', 'region')
  root.setAttribute('aria-label', label)
  if (known) return
  // Something that is never shown, so that it stays.
  root.append(document.createElement('template'))
  document.body.append(root)
}
