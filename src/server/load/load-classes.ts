/**
 * Classes of calls, the most urgent first: signing in and reading the own account, saving, lists and single rows,
 * charts, and long calls (exports, reports, feeds). Source: trust.md O2
 */
export const loadClasses = ['session', 'saving', 'reading', 'charts', 'heavy'] as const
export type LoadClass = (typeof loadClasses)[number]

const ranks = Object.fromEntries(loadClasses.map((load, rank) => [load, rank])) as Record<LoadClass, number>
/** Return the rank of a class; 0 = the most urgent. */
export const rankOf = (load: LoadClass): number => ranks[load]

/** Return whether the class is urgent: without these calls nobody can sign in or save. */
export const isUrgent = (load: LoadClass): boolean => load === 'session' || load === 'saving'
