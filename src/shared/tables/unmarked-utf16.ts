const sampleBytes = 512
const mostlyZero = 0.4
/** Detect UTF-16 without a byte order mark: headings contain Latin letters, in which every second byte is 0. */
export function unmarkedUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const sample = bytes.subarray(0, sampleBytes)
  const pairs = Math.floor(sample.length / 2)
  const zeros = (from: 0 | 1) => sample.filter((byte, at) => at % 2 === from && byte === 0).length
  if (pairs === 0) return null
  if (zeros(1) > mostlyZero * pairs && zeros(0) === 0) return 'utf-16le'
  return zeros(0) > mostlyZero * pairs && zeros(1) === 0 ? 'utf-16be' : null
}
