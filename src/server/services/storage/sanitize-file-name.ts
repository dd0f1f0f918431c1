/** Characters that are forbidden in a file name on some system, and direction marks that would reverse the name. */
const unfit = /[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|]/gu
/** Most systems limit a name to 255 bytes. */
const longest = 60

/** Return user input as a part of a file name. */
export const fileNamePart = (text: string): string =>
  [...text.replace(unfit, ' ').replace(/\s+/g, ' ').trim()]
    .slice(0, longest)
    .join('')
    .replace(/^[. ]+/, '')
