/** A machine is away for repair too long from so many days on, and overdue from so many. */
export const awayDays = 7
export const overdueDays = 30
