/** Days in repair after which a machine is away too long, and after which it is overdue. */
export const awayDays = 7
export const overdueDays = 30
