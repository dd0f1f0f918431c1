import type { Locator, Page } from 'playwright'
import { type Language, type Word, word } from '#shared/i18n/index.ts'

/** What a user does in a job: it counts clicks and keys. */
export class Hand {
  clicks = 0
  keys = 0
  /** What was wrong on the way although the job succeeded. */
  readonly trouble: string[] = []
  readonly page: Page
  readonly #language: Language
  constructor(page: Page, language: Language) {
    this.page = page
    this.#language = language
  }

  /** Return a word of the product in the language of the page. */
  say(key: Word, values: Record<string, string | number> = {}): string {
    return word(this.#language, key, values)
  }

  async click(target: Locator): Promise<void> {
    this.clicks++
    await target.click()
  }

  /** A combination of keys counts as one. */
  async press(key: string): Promise<void> {
    this.keys++
    await this.page.keyboard.press(key)
  }

  /** Type into the focused field; each character counts, as it does with an input method for Chinese. */
  async type(text: string): Promise<void> {
    this.keys += [...text].length
    await this.page.keyboard.type(text)
  }

  /** Wait until this is on the screen, or fail. */
  async see(target: Locator | string): Promise<void> {
    await (typeof target === 'string' ? this.page.getByText(target).first() : target.first()).waitFor()
  }

  /** Bring this into sight; scrolling counts as one action. */
  async show(target: Locator): Promise<void> {
    this.clicks++
    await target.scrollIntoViewIfNeeded()
  }

  /** Look at the page once a job is done. */
  async finish(): Promise<void> {}

  /** Open the palette, type, and wait for a result. */
  async search(text: string, result: RegExp): Promise<void> {
    await this.press('Control+k')
    await this.page.getByRole('combobox', { name: this.say('palette.hint') }).waitFor()
    await this.type(text)
    await this.see(this.page.getByRole('option', { name: result }))
  }

  card(heading: Word): Locator {
    return this.page.locator('section').filter({ has: this.page.getByRole('heading', { name: this.say(heading) }) })
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }
}
