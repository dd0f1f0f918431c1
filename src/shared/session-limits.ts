/** Browsers in which one person is signed in: one more, and the oldest ends. Source: trust.md row 16 */
export const mostBrowserSessions = 5
