const collator = new Intl.Collator('zh-CN', { numeric: true })

/** Compare names in natural order: 站点 2 before 站点 10; places with the same name by id. */
export const byName = (left: { id: number; name: string }, right: { id: number; name: string }): number =>
  collator.compare(left.name, right.name) || left.id - right.id

/** Does a name contain the part, in any letter case? */
export const nameHolds = (name: string, part: string | undefined): boolean =>
  part === undefined || name.toLowerCase().includes(part.toLowerCase())
