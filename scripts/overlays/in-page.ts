/** Runs inside the page before its own script, as a string: the types of scripts are not those of a browser. */
export const inPage = `
  const shown = (one) =>
    one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0 &&
    !one.closest('[inert], [aria-hidden=true]')
  const short = (text) => text.replace(/\\s+/g, ' ').trim().slice(0, 60)
  const layers = () =>
    [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu], [role=listbox], .popover')]
      .filter((one) => shown(one) && one.getAttribute('role') !== 'table')
  const labelOf = (one) =>
    short(one.getAttribute('aria-label') ??
      document.getElementById(one.getAttribute('aria-labelledby') ?? '')?.textContent ?? one.textContent)
  const sayLayer = (one) => (one.getAttribute('role') ?? 'popover') + ' ' + labelOf(one)
  const nameOf = (one) =>
    short(one.getAttribute('aria-label') ?? (one.labels?.[0]?.textContent ?? '') + ' ' + one.textContent)
  const keyOf = (one) =>
    (one.getAttribute('role') ?? one.tagName.toLowerCase()) + ' ' + nameOf(one).replace(/[0-9]+/g, '#')
  const buttons = (scope) =>
    [...scope.querySelectorAll('button, [role=menuitem], [role=combobox], input[type=checkbox], summary')].filter(shown)
  const isChoice = (one) =>
    one.getAttribute('aria-haspopup') === 'listbox' || one.getAttribute('role') === 'combobox'
  // The first row of a list, and one field with choices, stand for all of them.
  const isRepeated = (one) => {
    const row = one.closest('tbody tr, ul > li, ol > li, [role=row]')
    return row && !one.closest('[role=menu]') && row.previousElementSibling
  }
  window.sweep = {
    open: () => layers().map(sayLayer).join(' | '),
    top: () => { const one = layers().at(-1); return one ? sayLayer(one) : '' },
    isEmpty: () => layers().at(-1)?.textContent === '',
    markTop: () => {
      for (const one of document.querySelectorAll('[data-sweep-top]')) one.removeAttribute('data-sweep-top')
      layers().at(-1)?.setAttribute('data-sweep-top', '')
      return layers().length > 0
    },
    controls: () => {
      const seen = new Set()
      return buttons(layers().at(-1) ?? document.body)
        .filter((one) => {
          if (one.disabled || one.getAttribute('aria-disabled') === 'true' || one.closest('svg')) return false
          if (one.hasAttribute('data-day') || isRepeated(one)) return false
          // These sort or switch, and open nothing.
          if (one.closest('thead') || one.hasAttribute('aria-pressed')) return false
          if (one.type === 'checkbox' && !one.closest('tbody')) return false
          const key = isChoice(one) ? 'choice' + one.getAttribute('role') : keyOf(one)
          return !seen.has(key) && seen.add(key)
        })
        .sort((one, other) => (one.type === 'submit') - (other.type === 'submit'))
        .map(keyOf)
    },
    mark: (key) => {
      for (const one of document.querySelectorAll('[data-sweeping]')) one.removeAttribute('data-sweeping')
      const found = buttons(layers().at(-1) ?? document.body).find((one) => keyOf(one) === key)
      found?.setAttribute('data-sweeping', '')
      return found === undefined ? '' :
        found.closest('header, nav, aside') && !found.closest('main, [role=dialog]') ? 'frame' :
        found.type === 'submit' ? 'submit' : 'found'
    },
    focusInside: () => {
      const one = layers().at(-1)
      const focused = document.activeElement
      // On a touch screen a dialog itself has the focus at first, so that no keyboard covers what is below its field.
      return !one || one.contains(focused) || focused.matches('[role=dialog]') && focused.contains(one) ||
        focused.getAttribute('aria-controls') === one.id ||
        focused.matches('[role=combobox]')
    },
    focused: () => document.activeElement === document.body ? 'body' : keyOf(document.activeElement),
    moving: () =>
      document.getAnimations()
        .filter(({ effect }) => effect.getTiming().duration > 1 && effect.target && shown(effect.target))
        .map(({ effect }) => effect.target.className?.baseVal ?? effect.target.className),
    wide: () => {
      const one = layers().at(-1) ?? document.documentElement
      const cut = [one, ...one.querySelectorAll('*')].find((part) =>
        part.scrollWidth > part.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(part).overflowX) &&
        !part.querySelector('table, svg') && !part.matches('textarea, input, table *'))
      const box = one.getBoundingClientRect()
      return box.right > innerWidth + 1 || box.left < -1 ? 'outside the window' :
        cut ? 'scrolls sideways: ' + cut.className.slice(0, 80) : ''
    },
    isLayerOpen: () => layers().length > 0,
    misfits: () => {
      const one = layers().at(-1)
      const box = one.getBoundingClientRect()
      const root = document.documentElement
      const scroller = (part) => {
        for (let at = part.parentElement; at && at !== one; at = at.parentElement)
          if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth) return at
      }
      const parts = [...one.querySelectorAll('button, input, select, textarea, label, p, h2, h3, dt, dd, li')]
        .filter(shown)
      const cut = parts.filter((part) => !scroller(part) &&
        (part.getBoundingClientRect().right > Math.min(box.right, innerWidth) + 1 ||
          part.getBoundingClientRect().left < box.left - 1))
      const hidden = parts.filter((part) => !part.matches('input, textarea, .truncate, .sr-only, .sr-only *') &&
        part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0 &&
        /hidden|clip/.test(getComputedStyle(part).overflowX) && getComputedStyle(part).textOverflow !== 'ellipsis')
      const away = [...one.querySelectorAll('[type=submit], [data-bottom-bar] button')].filter(shown).filter((part) => {
        part.scrollIntoView({ block: 'nearest' })
        const { left, right, top, bottom } = part.getBoundingClientRect()
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
        return left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1 || !part.contains(hit)
      })
      const wide = sweep.wide()
      return [
        ...(root.scrollWidth > innerWidth + 1 ? ['the page scrolls sideways: ' + root.scrollWidth] : []),
        ...(wide === '' ? [] : [wide]),
        ...cut.slice(0, 2).map((part) => 'cut: ' + keyOf(part)),
        ...hidden.slice(0, 2).map((part) => 'hidden text: ' + keyOf(part)),
        ...away.map((part) => 'cannot be reached: ' + keyOf(part)),
      ]
    },
    latin: () =>
      [...document.querySelectorAll('[aria-label], [title], [aria-roledescription], [alt], svg desc, svg title')]
        .filter((one) => one.closest('[inert]') === null)
        .flatMap((one) => ['aria-label', 'title', 'aria-roledescription', 'alt']
          .map((name) => one.getAttribute(name))
          .concat(one.matches('svg desc, svg title') ? [one.textContent] : []))
        .filter((text) => text && !/Switch to English|Mozilla/.test(text) && /[A-Za-z]{3,} [A-Za-z]{2,}/.test(text)),
  }
`
