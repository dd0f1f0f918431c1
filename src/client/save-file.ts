/** Hands a file to the person: the browser's own "save as". */
export function saveFile(fileName: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The browser has begun reading by then; without this the blob would stay in memory until the page closes.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Cells that a spreadsheet would read as a formula are made texts, as in every export of the server (fleet.md, Export and import). */
const neutral = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const csvCell = (value: string | number | null): string => {
  if (typeof value === 'number') return String(value)
  const text = neutral(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** RFC 4180 with BOM and CRLF, so that Excel opens it with Chinese names intact. */
export const csvText = (rows: readonly (readonly (string | number | null)[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`

export const saveCsv = (fileName: string, rows: readonly (readonly (string | number | null)[])[]): void =>
  saveFile(`${fileName}.csv`, new Blob([csvText(rows)], { type: 'text/csv;charset=utf-8' }))

/** The file name of a Content-Disposition header, RFC 5987 form first. */
export function fileNameOf(disposition: string | null, fallback: string): string {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (extended) {
    try {
      return decodeURIComponent(extended)
    } catch {
      return fallback
    }
  }
  return /filename="([^"]+)"/i.exec(disposition ?? '')?.[1] ?? fallback
}
