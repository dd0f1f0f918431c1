/** The periods and indicators of charts; device requests have the same fields. */
export const periods = ['day', 'month'] as const
export type Period = (typeof periods)[number]
export const pieIndicators = ['state', 'repairTimes', 'type'] as const
export type PieIndicator = (typeof pieIndicators)[number]
