const pageBits = 16
const pageBytes = 2 ** (pageBits - 3)

/** A set of machine ids with one bit per id. A `Set` of a million ids takes 40 MB. */
export class IdSet {
  readonly #pages = new Map<number, Uint8Array>()

  add(id: number): void {
    const page = this.#pages.get(id >>> pageBits) ?? new Uint8Array(pageBytes)
    this.#pages.set(id >>> pageBits, page)
    const at = (id >>> 3) % pageBytes
    page[at] = (page[at] ?? 0) | (1 << (id & 7))
  }

  has(id: number): boolean {
    const page = this.#pages.get(id >>> pageBits)
    return page !== undefined && ((page[(id >>> 3) % pageBytes] ?? 0) & (1 << (id & 7))) !== 0
  }
}
