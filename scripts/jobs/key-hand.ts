import type { Locator } from 'playwright'
import { Hand } from './hand.ts'

/** More keys than any way on a page needs. */
const mostKeys = 120
const settleMs = 40
/** How long a dialog or a screen may take before the focus counts as lost. */
const patienceMs = 1_000

/** What the page tells about the focus: what is wrong with it, or null. */
type Focus = { name: string; wrong: 'lost' | 'without a ring' | 'out of sight' | null }

/**
 * Look at the focus in the page. A ring is an outline or a shadow of the element, of its cells or of a box around it;
 * a screen and a dialog have none, in which the focus starts.
 */
function lookAtFocus(): Focus {
  const element = document.activeElement
  if (element === null || element === document.body) return { name: 'nothing', wrong: 'lost' }
  const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
  const text = element.getAttribute('aria-label') ?? labels[0]?.textContent ?? element.textContent ?? ''
  const name = `${element.tagName.toLowerCase()} “${text.trim().slice(0, 40)}”`
  if (element.matches('#main, [role=dialog]')) return { name, wrong: null }
  const isDrawn = ({ outlineStyle, outlineWidth, boxShadow }: CSSStyleDeclaration) =>
    (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
  const around = [element.parentElement, element.parentElement?.parentElement].filter((one) => one != null)
  const chosen = document.getElementById(element.getAttribute('aria-activedescendant') ?? '')
  const hasRing =
    chosen !== null ||
    [element, ...element.querySelectorAll(':scope > td'), ...around].some((one) =>
      ['', '::before', '::after'].some((part) => isDrawn(getComputedStyle(one, part))),
    )
  if (!hasRing) return { name, wrong: 'without a ring' }
  const box = element.getBoundingClientRect()
  const top = document.elementFromPoint(box.x + Math.min(box.width / 2, 40), box.y + Math.min(box.height / 2, 20))
  const isShown = [element, ...labels, ...around].some((one) => top && (one.contains(top) || top.contains(one)))
  return { name, wrong: isShown ? null : 'out of sight' }
}

/** Does the jobs with the keyboard alone, and notes where the focus was lost, not visible or not movable. */
export class KeyHand extends Hand {
  /** What had the focus before; null = no key was pressed yet. */
  #last: string | null = null

  override async press(key: string): Promise<void> {
    await super.press(key)
    await this.#look(key)
  }

  override async click(target: Locator): Promise<void> {
    await target.waitFor()
    await this.#reach(target)
    const way = await target.evaluate((element) =>
      element instanceof HTMLTextAreaElement ||
      (element instanceof HTMLInputElement && !['checkbox', 'radio'].includes(element.type))
        ? 'none'
        : element instanceof HTMLInputElement
          ? 'Space'
          : 'Enter',
    )
    if (way !== 'none') await this.press(way)
  }

  override async show(target: Locator): Promise<void> {
    for (let count = 0; count < 20; count++) {
      const box = await target.boundingBox()
      if (box && box.y >= 0 && box.y + box.height <= 900) return
      await this.press('PageDown')
    }
    this.trouble.push('not scrollable by keys')
    await super.show(target)
  }

  override async finish(): Promise<void> {
    await this.page.waitForTimeout(patienceMs)
    await this.#look('the end')
  }

  /** Move the focus to this element by the keys that the place of it has. */
  async #reach(target: Locator): Promise<void> {
    const key = await target.evaluate((element) =>
      element.role === 'option' || element.getAttribute('role') === 'option'
        ? 'ArrowDown'
        : element.matches('li:has([data-need]) *, tbody tr[tabindex]')
          ? 'j'
          : 'Tab',
    )
    if (key === 'Tab') await this.#skipMenu(target)
    for (let count = 0; count < mostKeys; count++) {
      if (await target.evaluate(isFocused)) return
      await this.press(key)
      if (key === 'j' && (await target.evaluate(isInFocusedRow))) break
    }
    for (let count = 0; count < 8 && key === 'j'; count++) {
      if (await target.evaluate(isFocused)) return
      await this.press('Tab')
    }
    if (await target.evaluate(isFocused)) return
    this.trouble.push(`not reached by ${key}: ${(await target.textContent())?.slice(0, 40)}`)
    throw new Error(this.trouble.at(-1))
  }

  /** On a page that nobody has touched, the first Tab offers to skip the menu. */
  async #skipMenu(target: Locator): Promise<void> {
    if (this.#last !== null || !(await target.evaluate((element) => element.closest('main') !== null))) return
    await this.press('Tab')
    await this.press('Enter')
  }

  /** Note what is wrong with the focus, once whatever the key has started is there. */
  async #look(key: string): Promise<void> {
    await this.page.waitForTimeout(settleMs)
    const end = performance.now() + patienceMs
    let focus = await this.page.evaluate(lookAtFocus)
    while (focus.wrong !== null && performance.now() < end) {
      await this.page.waitForTimeout(settleMs)
      focus = await this.page.evaluate(lookAtFocus)
    }
    if (focus.wrong !== null) this.trouble.push(`${focus.name} ${focus.wrong}: ${key} after ${this.#last ?? 'nothing'}`)
    this.#last = focus.name
  }
}

function isFocused(element: Element): boolean {
  const active = document.activeElement
  return active === element || (element.id !== '' && active?.getAttribute('aria-activedescendant') === element.id)
}

function isInFocusedRow(element: Element): boolean {
  const row = element.closest('li, tr')
  return row?.contains(document.activeElement) === true
}
