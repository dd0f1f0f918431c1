/** Joins the class names that hold; falsy ones fall away. */
export const classNames = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ')
