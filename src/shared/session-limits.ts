/** Maximum number of browser sessions of one user: a further one ends the oldest. Source: trust.md row 16 */
export const mostBrowserSessions = 5
const minute = 60_000
/** Sessions without activity end after 30 minutes, and all after 12 hours. Source: trust.md row 16 */
export const sessionLife = { idleMilliseconds: 30 * minute, absoluteMilliseconds: 12 * 60 * minute }
