/** Maximum number of browser sessions of one user: a further one ends the oldest. Source: trust.md row 16 */
export const mostBrowserSessions = 5
