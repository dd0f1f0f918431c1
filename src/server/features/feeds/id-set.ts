const pageBits = 16
const pageBytes = 2 ** (pageBits - 3)

/** Ids of machines, a bit each: a million of them in a `Set` take 40 MB. */
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
