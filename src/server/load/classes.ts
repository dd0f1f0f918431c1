/**
 * What a call is to the people who wait for it, the most urgent first: signing in and asking who one is, saving, lists and
 * single rows, charts, and what takes long (exports, reports, feeds). Source: trust.md O2
 */
export const loadClasses = ['session', 'saving', 'reading', 'charts', 'heavy'] as const
export type LoadClass = (typeof loadClasses)[number]

const ranks = Object.fromEntries(loadClasses.map((load, rank) => [load, rank])) as Record<LoadClass, number>
/** 0 = the most urgent. */
export const rankOf = (load: LoadClass): number => ranks[load]

/** Without these no person gets in and nothing is kept. */
export const isUrgent = (load: LoadClass): boolean => load === 'session' || load === 'saving'
