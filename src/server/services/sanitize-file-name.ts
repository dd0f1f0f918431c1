/** Characters that no file name may have on one of the systems, and marks that would turn the name around. */
const unfit = /[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|]/gu
/** Most systems take 255 bytes. */
const longest = 60

/** What a person typed as a part of a file name. */
export const fileNamePart = (text: string): string =>
  [...text.replace(unfit, ' ').replace(/\s+/g, ' ').trim()]
    .slice(0, longest)
    .join('')
    .replace(/^[. ]+/, '')
