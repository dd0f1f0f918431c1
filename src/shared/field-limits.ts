/**
 * Limits of fields on pages before the sign-in: separate from the schemas that use them, so that those pages load no
 * schemas.
 */
export const longestUserName = 64
export const phoneDigits = 11
/** Digits of a code sent to a phone. */
export const codeDigits = 6
export const longestReportNumber = 32
/** Length of the code that gives public access to a finished report. */
export const checkCodeLength = 6
