/** Limits of fields on pages that nobody has signed in to: apart from the schemas that use them, so that those pages load no schemas. */
export const longestUserName = 64
export const phoneDigits = 11
/** Digits of a code that is sent to a phone. */
export const codeDigits = 6
export const longestReportNumber = 32
/** Signs of the code that opens a finished report to anybody. */
export const checkCodeLength = 6
