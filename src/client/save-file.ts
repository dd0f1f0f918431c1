/** Save a file by the browser's download. */
export function saveFile(fileName: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The browser has started to read by then; without this the blob would stay in memory until the page closes.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Return the file name of a Content-Disposition header; prefer the RFC 5987 form. */
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
